import { isDeepStrictEqual } from 'node:util';
import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { commonnessBy, type WordCounts } from './frequency.store.ts';
import { tolerance, type Variant } from './neighbour.rules.ts';
import { type Found, type Kinds, knownWords, nearBeginnings, nearWords, type Walk, walk } from './search.store.ts';
import type { Totals } from './total.service.ts';
import {
  type Asked,
  allWords,
  type Commonness,
  called,
  calledMistyped,
  lastBegun,
  mistyped,
  nameBegins,
  type Scope,
  type Wanted,
  within,
  wordsBegun,
} from './words.rules.ts';

/** From this many matches on, nobody is offered what merely looks alike. */
const ENOUGH = 10;
/** From this many on, no word is taken for mistyped. */
const SOME = 5;
/** So much that merely looks alike is offered at most: all of it is read at once, for less than counting it would take. */
const ALIKE = 200;
/** A word that is estimated to stand in so many documents stands in more than are counted. */
const COMMON = 3 * TOTAL_CAP;
/** From this many on, words that stand together are not taken for merely begun: they are seldom together by mistake. */
const SOME_OF_MORE_WORDS = 2;

export interface Lookup {
  readonly kinds: Kinds;
  readonly wanted: Wanted;
  readonly scope: Scope;
  readonly tags: readonly string[];
  readonly exact: boolean;
  /** Whether words may be mistyped. */
  readonly typos: boolean;
  readonly counts: WordCounts;
}

interface Result {
  readonly found: readonly Found[];
  /** Counted up to one more than the cap of totals. */
  readonly total: number;
}

/** What is asked at once, and what of it stands first; null where there is nothing to ask. */
interface Query extends Asked {
  readonly lead: string | null;
}
type Stage = () => Promise<Query | null>;

/** Variants of a word; those of a word among others are narrowed down by these, but more words have more of them in all. */
const VARIANTS = 12;
const VARIANTS_AMONG_OTHERS = 30;
const VARIANTS_IN_ALL = 60;

type VariantsOf = (words: readonly string[], distanceTo: (word: string) => number) => Promise<readonly Variant[]>;

/** Finds the variants of some of the wanted words, up to a distance each; of the same word and distance once. */
const createVariantsOf = (db: Executor, { words: all }: Wanted): VariantsOf => {
  const most = all.length === 1 ? VARIANTS : Math.min(VARIANTS_AMONG_OTHERS, Math.floor(VARIANTS_IN_ALL / all.length));
  const kept = new Map<string, readonly Variant[]>();
  return async (words, distanceTo) => {
    const found: Variant[] = [];
    for (const word of words) {
      const distance = Math.min(tolerance(word), distanceTo(word));
      if (distance === 0) continue;
      const key = `${distance}${word}`;
      const variants = kept.get(key) ?? (await nearWords(db, word, distance, most));
      kept.set(key, variants);
      found.push(...variants);
    }
    return found;
  };
};

interface Reading {
  /** Only made when fewer matches were found before. */
  readonly below: number;
  /** Whether it finds what merely looks alike. */
  readonly isAlike: boolean;
  readonly stage: Stage;
}

/**
 * Ever looser readings of the words. Where some are unknown, these are mistyped; where all are known, each may still stand
 * for another one. What neither finds may have known and unknown words wrong.
 */
const looser = (
  db: Executor,
  { wanted, typos }: Lookup,
  commonness: Commonness,
  isNamed: boolean,
): readonly Reading[] => {
  const variantsOf = createVariantsOf(db, wanted);
  let unknown: Promise<ReadonlySet<string>> | undefined;
  const unknownWords = (): Promise<ReadonlySet<string>> => {
    unknown ??= knownWords(db, wanted.words).then(
      (known) => new Set(wanted.words.filter((word) => !known.includes(word) && tolerance(word) > 0)),
    );
    return unknown;
  };
  const typo = (
    below: number,
    variantsFor: (unknown: ReadonlySet<string>) => Promise<readonly Variant[]>,
  ): Reading => ({
    below,
    isAlike: true,
    stage: async () => {
      const variants = await variantsFor(await unknownWords());
      const asked = mistyped(wanted, variants, commonness);
      return asked && { ...asked, lead: calledMistyped(wanted, variants) };
    },
  });
  const begun = (below: number, asked: Asked): Reading => ({
    ...{ below, isAlike: false },
    stage: async () => ({ ...asked, lead: null }),
  });
  const isSingle = wanted.words.length === 1;
  const few = isSingle ? SOME : SOME_OF_MORE_WORDS;
  // What bears this very name is not mistyped.
  const unlessNamed = (below: number): number => (isNamed ? 0 : below);
  const [last, more] = [lastBegun(wanted, commonness), wordsBegun(wanted, commonness)];
  const asWritten = [
    begun(isSingle ? ENOUGH : SOME_OF_MORE_WORDS, last),
    ...(isDeepStrictEqual(more, last) ? [] : [begun(1, more)]),
  ];
  if (!typos) return asWritten;
  return [
    ...asWritten,
    typo(unlessNamed(SOME), (unknown) => variantsOf(unknown.size > 0 ? [...unknown] : wanted.words, () => 1)),
    typo(unlessNamed(few), (unknown) => variantsOf([...unknown], () => 2)),
    typo(1, (unknown) => {
      // Where all are unknown, that has been tried.
      const tried = unknown.size === wanted.words.length;
      return variantsOf(tried ? [] : wanted.words, (word) => (unknown.size === 0 || unknown.has(word) ? 2 : 1));
    }),
  ];
};

const whole = (query: string): Asked => ({ queries: [query], sieve: null });

interface Added {
  readonly walked: Walk;
  /** Whether its lead found anything. */
  readonly isNamed: boolean;
  /** Whether nothing was left out. */
  readonly isWhole: boolean;
}

const keyOf = ({ kind, id }: Found): string => `${kind}${id}`;

/**
 * The first `reach` matches in their order, and how many there are. `onFound` hears of what is found before the rest is
 * counted, which may take longer.
 */
export const find = async (
  db: Executor,
  totals: Totals,
  lookup: Lookup,
  reach: number,
  onFound: (found: readonly Found[]) => void,
): Promise<Result> => {
  const { kinds, wanted, scope, tags, exact, counts } = lookup;
  if (wanted.words.length === 0) return { found: [], total: 0 };
  const limit = Math.min(reach, TOTAL_CAP);
  const commonness = commonnessBy(counts);
  const limits = within(scope, tags);
  const asWalk = (asked: Asked, except: readonly Found[]): Walk => ({ ...asked, kinds, within: limits, except });
  const found: Found[] = [];
  /** Adds what is found, up to `most`. */
  const add = async ({ lead, ...asked }: Query, most: number): Promise<Added> => {
    const before = [...found];
    const walked = asWalk(asked, before);
    const rows = await walk(db, walked, most);
    // What the lead finds is among these. Mostly nothing is found, and one look is enough to know.
    const named = lead === null || rows.length === 0 ? null : asWalk(whole(lead), before);
    const leading = named === null ? [] : await walk(db, named, most);
    const isLeading = new Set(leading.map(keyOf));
    found.push(...leading, ...rows.filter((row) => !isLeading.has(keyOf(row))).slice(0, most - leading.length));
    return { walked, isNamed: leading.length > 0, isWhole: rows.length < most };
  };

  const most = exact ? limit : Math.max(limit, ENOUGH);
  let last = await add(
    exact ? { ...whole(called(wanted)), lead: null } : { ...allWords(wanted, commonness), lead: called(wanted) },
    most,
  );
  let cap = TOTAL_CAP + 1;
  for (const { below, isAlike, stage } of exact ? [] : looser(db, lookup, commonness, last.isNamed)) {
    if (found.length >= below) continue;
    const query = await stage();
    if (query === null) continue;
    if (isAlike) cap = ALIKE;
    last = await add(query, isAlike ? ALIKE : most);
  }
  const offered = found.slice(0, cap);
  // A reading is only made where those before it were found whole, so what is left to be counted is of the last one.
  if (last.isWhole || cap === ALIKE) return { found: offered, total: offered.length };
  const [word = '', ...others] = wanted.words;
  const isAlone = !exact && others.length + tags.length === 0 && scope.sources === null;
  if (isAlone && counts.of(word) >= COMMON) return { found: offered, total: cap };
  onFound(offered);
  const { except } = last.walked;
  const total = except.length + (await totals.count(db, last.walked, cap - except.length));
  return { found: offered, total };
};

/** What begins like this, as somebody types it. */
export const complete = async (
  db: Executor,
  { kinds, wanted, scope, counts }: Pick<Lookup, 'kinds' | 'wanted' | 'scope' | 'counts'>,
  limit: number,
): Promise<readonly Found[]> => {
  if (wanted.words.length === 0) return [];
  const last = wanted.words.at(-1) ?? '';
  const commonness = commonnessBy(counts);
  const nearLast = async (): Promise<Asked | null> => {
    const distance = tolerance(last);
    if (distance === 0) return null;
    const begun = await nearBeginnings(db, last, distance);
    const others = await createVariantsOf(db, wanted)(wanted.words, () => 1);
    return mistyped(wanted, [...begun, ...others], commonness);
  };
  const stages: readonly (() => Promise<Asked | null>)[] = [
    async () => whole(called(wanted)),
    async () => whole(nameBegins(wanted)),
    async () => lastBegun(wanted, commonness),
    nearLast,
  ];
  const found: Found[] = [];
  for (const [at, stage] of stages.entries()) {
    const room = Math.min(limit - found.length, at === 0 ? 2 : limit);
    if (room <= 0) break;
    const asked = at === 3 && found.length > 0 ? null : await stage();
    if (asked === null) continue;
    found.push(...(await walk(db, { ...asked, kinds, within: within(scope), except: found }, room)));
  }
  return found;
};
