import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { countMatches, type Found, type Kinds, knownWords, nearBeginnings, nearWords, walk } from './search.store.ts';
import {
  allWords,
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
}

interface Result {
  readonly found: readonly Found[];
  /** Counted up to one more than the cap of totals. */
  readonly total: number;
}

type Stage = () => Promise<string | null>;

/** Variants of a word; those of a word among others are narrowed down by these. */
const VARIANTS = 12;
const VARIANTS_AMONG_OTHERS = 30;

/** The variants of some words, up to a distance each. */
const variantsOf = async (
  db: Executor,
  { words: all }: Wanted,
  words: readonly string[],
  distanceTo: (word: string) => number,
): Promise<readonly Variant[]> => {
  const most = all.length === 1 ? VARIANTS : VARIANTS_AMONG_OTHERS;
  const found: Variant[] = [];
  for (const word of words) {
    const distance = Math.min(tolerance(word), distanceTo(word));
    if (distance > 0) found.push(...(await nearWords(db, word, distance, most)));
  }
  return found;
};

interface Reading {
  /** Only made when fewer matches were found before. */
  readonly below: number;
  /** One query after the other, what is likeliest meant first. */
  readonly stages: readonly Stage[];
}

/**
 * Ever looser readings of the words. Where some are unknown, these are mistyped; where all are known, each may still stand
 * for another one. What neither finds may have known and unknown words wrong.
 */
const looser = (db: Executor, wanted: Wanted, isNamed: boolean): readonly Reading[] => {
  let unknown: Promise<ReadonlySet<string>> | undefined;
  const unknownWords = (): Promise<ReadonlySet<string>> => {
    unknown ??= knownWords(db, wanted.words).then(
      (known) => new Set(wanted.words.filter((word) => !known.includes(word) && tolerance(word) > 0)),
    );
    return unknown;
  };
  const typo = (below: number, variantsFor: (unknown: ReadonlySet<string>) => Promise<readonly Variant[]>): Reading => {
    let variants: Promise<readonly Variant[]> | undefined;
    const among = (query: (wanted: Wanted, variants: readonly Variant[]) => string | null): Stage => {
      return async () => {
        variants ??= unknownWords().then(variantsFor);
        return query(wanted, await variants);
      };
    };
    return { below, stages: [among(calledMistyped), among(mistyped)] };
  };
  const isSingle = wanted.words.length === 1;
  const few = isSingle ? SOME : SOME_OF_MORE_WORDS;
  // What bears this very name is not mistyped.
  const unlessNamed = (below: number): number => (isNamed ? 0 : below);
  return [
    { below: isSingle ? ENOUGH : SOME_OF_MORE_WORDS, stages: [async () => lastBegun(wanted)] },
    { below: 1, stages: [async () => wordsBegun(wanted)] },
    typo(unlessNamed(SOME), (unknown) =>
      variantsOf(db, wanted, unknown.size > 0 ? [...unknown] : wanted.words, () => 1),
    ),
    typo(unlessNamed(few), (unknown) => variantsOf(db, wanted, [...unknown], () => 2)),
    typo(1, (unknown) => {
      // Where all are unknown, that has been tried.
      const tried = unknown.size === wanted.words.length;
      return variantsOf(db, wanted, tried ? [] : wanted.words, (word) =>
        unknown.size === 0 || unknown.has(word) ? 2 : 1,
      );
    }),
  ];
};

/** The first `reach` matches in their order, and how many there are. */
export const find = async (
  db: Executor,
  { kinds, wanted, scope, tags, exact }: Lookup,
  reach: number,
): Promise<Result> => {
  if (wanted.words.length === 0) return { found: [], total: 0 };
  const limit = Math.min(reach, TOTAL_CAP);
  const asWalk = (query: string, except: readonly Found[]) => ({
    kinds,
    query: narrowed(query, scope, tags),
    except,
  });
  const names = asWalk(called(wanted), []);
  const found = await walk(db, names, Math.max(limit, ENOUGH));
  if (exact) return { found, total: found.length < limit ? found.length : await countMatches(db, names) };

  const named = found.length;
  const words = asWalk(`${allWords(wanted)} & !${called(wanted)}`, []);
  const more = Math.max(limit, ENOUGH) - found.length;
  if (more > 0) found.push(...(await walk(db, words, more)));
  if (found.length >= Math.max(limit, ENOUGH))
    return { found, total: await countMatches(db, asWalk(allWords(wanted), [])) };

  let total = found.length;
  for (const { below, stages } of looser(db, wanted, named > 0)) {
    if (total >= below) continue;
    for (const stage of stages) {
      const query = await stage();
      if (query === null) continue;
      const asked = asWalk(query, [...found]);
      const rows = await walk(db, asked, Math.max(limit, ENOUGH));
      total += rows.length < limit ? rows.length : await countMatches(db, asked);
      found.push(...rows);
    }
  }
  return { found, total };
};

/** What begins like this, as somebody types it. */
export const complete = async (
  db: Executor,
  wanted: Wanted,
  scope: Scope,
  limit: number,
): Promise<readonly Found[]> => {
  if (wanted.words.length === 0) return [];
  const last = wanted.words.at(-1) ?? '';
  const nearLast: Stage = async () => {
    const distance = tolerance(last);
    if (distance === 0) return null;
    const begun = await nearBeginnings(db, last, distance);
    const others = await variantsOf(db, wanted, wanted.words, () => 1);
    return mistyped(wanted, [...begun, ...others]);
  };
  const stages: Stage[] = [
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
    if (query !== null)
      found.push(...(await walk(db, { kinds: 'both', query: narrowed(query, scope), except: found }, room)));
  }
  return found;
};
