import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Executor } from '#server/platform/db/database.ts';
import {
  countMatches,
  type Found,
  type Kinds,
  knownWords,
  nearBeginnings,
  nearWords,
  type Walk,
  walk,
} from './search.store.ts';
import {
  allWords,
  any,
  called,
  calledMistyped,
  lastBegun,
  mistyped,
  nameBegins,
  narrowed,
  type Scope,
  tolerance,
  type Variant,
  type Wanted,
  wordsBegun,
} from './words.rules.ts';

/** From this many matches on, nobody is offered what merely looks alike. */
const ENOUGH = 10;
/** From this many on, no word is taken for mistyped. */
const SOME = 5;
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
}

interface Result {
  readonly found: readonly Found[];
  /** Counted up to one more than the cap of totals. */
  readonly total: number;
}

/** What is asked at once, and what of it stands first; null where there is nothing to ask. */
interface Query {
  readonly query: string;
  readonly lead: string | null;
}
type Stage = () => Promise<Query | null>;

/** Variants of a word; those of a word among others are narrowed down by these. */
const VARIANTS = 12;
const VARIANTS_AMONG_OTHERS = 30;

type VariantsOf = (words: readonly string[], distanceTo: (word: string) => number) => Promise<readonly Variant[]>;

/** Finds the variants of some of the wanted words, up to a distance each; of the same word and distance once. */
const createVariantsOf = (db: Executor, { words: all }: Wanted): VariantsOf => {
  const most = all.length === 1 ? VARIANTS : VARIANTS_AMONG_OTHERS;
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
  readonly stage: Stage;
}

/**
 * Ever looser readings of the words. Where some are unknown, these are mistyped; where all are known, each may still stand
 * for another one. What neither finds may have known and unknown words wrong.
 */
const looser = (db: Executor, wanted: Wanted, isNamed: boolean, typos: boolean): readonly Reading[] => {
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
    stage: async () => {
      const variants = await variantsFor(await unknownWords());
      const query = mistyped(wanted, variants);
      return query === null ? null : { query, lead: calledMistyped(wanted, variants) };
    },
  });
  const begun = (below: number, query: string): Reading => ({ below, stage: async () => ({ query, lead: null }) });
  const isSingle = wanted.words.length === 1;
  const few = isSingle ? SOME : SOME_OF_MORE_WORDS;
  // What bears this very name is not mistyped.
  const unlessNamed = (below: number): number => (isNamed ? 0 : below);
  const asWritten = [
    begun(isSingle ? ENOUGH : SOME_OF_MORE_WORDS, lastBegun(wanted)),
    ...(wordsBegun(wanted) === lastBegun(wanted) ? [] : [begun(1, wordsBegun(wanted))]),
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

const keyOf = ({ kind, id }: Found): string => `${kind}${id}`;

/** The first `reach` matches in their order, and how many there are. */
export const find = async (
  db: Executor,
  { kinds, wanted, scope, tags, exact, typos }: Lookup,
  reach: number,
): Promise<Result> => {
  if (wanted.words.length === 0) return { found: [], total: 0 };
  const limit = Math.min(reach, TOTAL_CAP);
  const asWalk = (query: string, except: readonly Found[] = []): Walk => ({
    kinds,
    query: narrowed(query, scope, tags),
    except,
  });
  if (exact) {
    const names = asWalk(called(wanted));
    const found = await walk(db, names, limit);
    return { found, total: found.length < limit ? found.length : await countMatches(db, names) };
  }

  const most = Math.max(limit, ENOUGH);
  const found: Found[] = [];
  const queries: string[] = [];
  let isWhole = true;
  /** Adds what a query finds; answers whether its lead finds anything. */
  const add = async ({ query, lead }: Query): Promise<boolean> => {
    const before = [...found];
    const both = lead === null ? query : any([lead, query]);
    const rows = await walk(db, asWalk(both, before), most);
    queries.push(both);
    isWhole &&= rows.length < most;
    // Mostly nothing is found, and one look is enough to know.
    const leading = lead === null || rows.length === 0 ? [] : await walk(db, asWalk(lead, before), most);
    const isLeading = new Set(leading.map(keyOf));
    found.push(...leading, ...rows.filter((row) => !isLeading.has(keyOf(row))).slice(0, most - leading.length));
    return leading.length > 0;
  };

  const isNamed = await add({ query: allWords(wanted), lead: called(wanted) });
  for (const { below, stage } of looser(db, wanted, isNamed, typos)) {
    if (found.length >= below) continue;
    const query = await stage();
    if (query !== null) await add(query);
  }
  return { found, total: isWhole ? found.length : await countMatches(db, asWalk(any(queries))) };
};

/** What begins like this, as somebody types it. */
export const complete = async (
  db: Executor,
  wanted: Wanted,
  scope: Scope,
  limit: number,
  kinds: Kinds = 'both',
): Promise<readonly Found[]> => {
  if (wanted.words.length === 0) return [];
  const last = wanted.words.at(-1) ?? '';
  const nearLast = async (): Promise<string | null> => {
    const distance = tolerance(last);
    if (distance === 0) return null;
    const begun = await nearBeginnings(db, last, distance);
    const others = await createVariantsOf(db, wanted)(wanted.words, () => 1);
    return mistyped(wanted, [...begun, ...others]);
  };
  const stages: readonly (() => Promise<string | null>)[] = [
    async () => called(wanted),
    async () => nameBegins(wanted),
    async () => lastBegun(wanted),
    nearLast,
  ];
  const found: Found[] = [];
  for (const [at, stage] of stages.entries()) {
    const room = Math.min(limit - found.length, at === 0 ? 2 : limit);
    if (room <= 0) break;
    const query = at === 3 && found.length > 0 ? null : await stage();
    if (query !== null) found.push(...(await walk(db, { kinds, query: narrowed(query, scope), except: found }, room)));
  }
  return found;
};
