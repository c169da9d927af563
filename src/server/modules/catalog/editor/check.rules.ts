import { counted } from '#server/kernel/counted.ts';

/** What is looked at when a record is checked. */
export interface Facts {
  readonly document: 'missing' | 'stale' | 'fresh';
  readonly picture: boolean;
  /** Whether the redirect of the record's own id leads back to it. */
  readonly loop: boolean;
  /** Episodes in the list of the series that are no records. */
  readonly orphans: number;
  /** It is an episode whose series is no record. */
  readonly isLost: boolean;
  /** Season numbers above 0 that the series has. */
  readonly seasons: readonly number[];
  readonly votes: number | null;
  readonly rating: number | null;
  /** Akas that say what another one says. */
  readonly doubleAkas: number;
  /** Pairs of dates as precise as known: the first has to come first. */
  readonly dates: readonly (readonly [first: string | null, second: string | null, what: string])[];
  /** Whole days since a source was asked, and after how many it should be again; null: never. */
  readonly age: { readonly days: number; readonly refresh: number | null };
}

/** How a finding is mended: at once, or by fetching the record again. */
export type Fix = 'reindex' | 'unredirect' | 'orphans' | 'akas' | 'fetch';

/** Everything that is looked for, with what it is of records that have it. */
export const CHECKS = {
  redirect_loop: 'having a redirect that leads back',
  document_missing: 'without a search document',
  document_stale: 'having a search document that is stale',
  orphans: 'having episodes that are not in the catalogue',
  orphan: 'of no series, though an episode',
  season_gaps: 'having seasons missing',
  dates: 'having dates out of order',
  rating_missing: 'having votes and no rating',
  akas: 'having akas that say the same',
  picture: 'without a picture',
  old: 'of a source that should have been asked again',
} as const;
export type Check = keyof typeof CHECKS;

export interface Finding {
  readonly check: Check;
  readonly message: string;
  readonly fix: Fix | null;
  /** Why nothing here can mend it. */
  readonly reason: string | null;
}

const finding = (check: Check, message: string, fix: Fix | null, reason: string | null = null): Finding => ({
  check,
  message,
  fix,
  reason,
});

/** Seasons that are numbered by years begin with their first. */
const FIRST_YEAR = 1_000;

/** The first and the last number of each run of seasons that are missing; numbers may be any, and runs of any length. */
const gapsIn = (seasons: readonly number[]): (readonly [first: number, last: number])[] => {
  const known = [...seasons].toSorted((one, other) => one - other);
  const [lowest = 0] = known;
  let before = lowest < FIRST_YEAR ? 0 : lowest;
  return known.flatMap((season) => {
    const gap = [before + 1, season - 1] as const;
    before = season;
    return gap[0] <= gap[1] ? [gap] : [];
  });
};
const gapText = ([first, last]: readonly [number, number]): string =>
  first === last ? `${first}` : `${first}${last === first + 1 ? ', ' : '–'}${last}`;

/** Of two dates as precise as known: whether the second is before the first as far as both are known. */
export const isBefore = (second: string, first: string): boolean => {
  const length = Math.min(second.length, first.length);
  return second.slice(0, length) < first.slice(0, length);
};

const ONLY_EDITOR = 'Only an editor can say which of the two is right.';

/** What is wrong with a record, most serious first. */
export const findingsOf = (facts: Facts): readonly Finding[] => {
  const { document, orphans, doubleAkas, age } = facts;
  const found: Finding[] = [];
  if (facts.loop) found.push(finding('redirect_loop', 'A redirect leads from here back to here.', 'unredirect'));
  if (document === 'missing')
    found.push(finding('document_missing', 'There is no search document: searches do not find it.', 'reindex'));
  if (document === 'stale')
    found.push(finding('document_stale', 'The search document is not that of the record as it is.', 'reindex'));
  if (orphans > 0)
    found.push(
      finding(
        'orphans',
        `${counted(orphans, 'episode is', 'episodes are')} in the list and not in the catalogue.`,
        'orphans',
      ),
    );
  if (facts.isLost) found.push(finding('orphan', 'This episode belongs to no series of the catalogue.', 'fetch'));
  const gaps = gapsIn(facts.seasons);
  const [gap] = gaps;
  if (gap !== undefined) {
    const isOne = gaps.length === 1 && gap[0] === gap[1];
    const which = gaps.map(gapText).join(', ');
    found.push(
      finding('season_gaps', isOne ? `Season ${which} is missing.` : `Seasons ${which} are missing.`, 'fetch'),
    );
  }
  for (const [first, second, what] of facts.dates)
    if (first !== null && second !== null && isBefore(second, first))
      found.push(finding('dates', `${what}: ${second} is before ${first}.`, null, ONLY_EDITOR));
  if (facts.votes !== null && facts.rating === null)
    found.push(finding('rating_missing', 'There are votes and no rating.', 'fetch'));
  if (doubleAkas > 0)
    found.push(finding('akas', `${counted(doubleAkas, 'aka says', 'akas say')} what another one says.`, 'akas'));
  if (!facts.picture) found.push(finding('picture', 'There is no picture.', 'fetch'));
  if (age.refresh !== null && age.days > age.refresh)
    found.push(
      finding('old', `The source was last asked ${age.days} days ago; it should be every ${age.refresh}.`, 'fetch'),
    );
  return found;
};
