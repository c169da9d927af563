/** What is looked at when a record is checked. */
export interface Facts {
  readonly document: 'missing' | 'stale' | 'fresh';
  readonly picture: boolean;
  /** Whether the redirect of the record's own id leads back to it. */
  readonly loop: boolean;
  /** Episodes in the list of the series that are no records. */
  readonly orphans: number;
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

export interface Finding {
  readonly check: string;
  readonly message: string;
  readonly fix: Fix | null;
  /** Why nothing here can mend it. */
  readonly reason: string | null;
}

const finding = (check: string, message: string, fix: Fix | null, reason: string | null = null): Finding => ({
  check,
  message,
  fix,
  reason,
});

const gapsIn = (seasons: readonly number[]): number[] => {
  const known = new Set(seasons);
  const last = Math.max(0, ...seasons);
  return Array.from({ length: last }, (_, at) => at + 1).filter((season) => !known.has(season));
};

/** Of two dates as precise as known: whether the second is before the first as far as both are known. */
export const isBefore = (second: string, first: string): boolean => {
  const length = Math.min(second.length, first.length);
  return second.slice(0, length) < first.slice(0, length);
};

const plural = (n: number, one: string, many: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
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
        `${plural(orphans, 'episode is', 'episodes are')} in the list and not in the catalogue.`,
        'orphans',
      ),
    );
  const gaps = gapsIn(facts.seasons);
  if (gaps.length > 0)
    found.push(
      finding(
        'season_gaps',
        `${gaps.length === 1 ? 'Season' : 'Seasons'} ${gaps.join(', ')} ${gaps.length === 1 ? 'is' : 'are'} missing.`,
        'fetch',
      ),
    );
  for (const [first, second, what] of facts.dates)
    if (first !== null && second !== null && isBefore(second, first))
      found.push(finding('dates', `${what}: ${second} is before ${first}.`, null, ONLY_EDITOR));
  if (facts.votes !== null && facts.rating === null)
    found.push(finding('rating_missing', 'There are votes and no rating.', 'fetch'));
  if (doubleAkas > 0)
    found.push(finding('akas', `${plural(doubleAkas, 'aka says', 'akas say')} what another one says.`, 'akas'));
  if (!facts.picture) found.push(finding('picture', 'There is no picture.', 'fetch'));
  if (age.refresh !== null && age.days > age.refresh)
    found.push(
      finding('old', `The source was last asked ${age.days} days ago; it should be every ${age.refresh}.`, 'fetch'),
    );
  return found;
};
