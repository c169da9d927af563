import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { countMatches, type Found, type Kinds, knownWords, nearBeginnings, nearWords, walk } from './search.store.ts';
import {
  allWords,
  called,
  lastBegun,
  mistyped,
  nameBegins,
  narrowed,
  neighbourKeys,
  type Scope,
  tolerance,
  type Variant,
  type Wanted,
  wordsBegun,
} from './words.rules.ts';

/** From this many matches on, nobody is offered what merely looks alike. */
const ENOUGH = 10;
/** From this many on, no word is taken for mistyped; where several words stand together, that is seldom by mistake. */
const SOME = 5;
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

/**
 * Known words near the wanted ones. Where some words are unknown, only these can be mistyped; where all are known, each may
 * still stand for one that differs by a single letter.
 */
const variantsOf = async (db: Executor, words: readonly string[]): Promise<readonly Variant[]> => {
  const known = new Set(await knownWords(db, words));
  const unknown = words.filter((word) => !known.has(word) && tolerance(word) > 0);
  const found: Variant[] = [];
  for (const word of unknown.length > 0 ? unknown : words) {
    const distance = Math.min(tolerance(word), unknown.length > 0 ? 2 : 1);
    if (distance > 0) found.push(...(await nearWords(db, word, neighbourKeys(word, distance), distance)));
  }
  return found;
};

interface Reading {
  /** Only made when fewer matches were found before. */
  readonly below: number;
  readonly stage: Stage;
}

/** Ever looser readings of the words. */
const looser = (db: Executor, wanted: Wanted, isNamed: boolean): readonly Reading[] => {
  let variants: Promise<readonly Variant[]> | undefined;
  const typo =
    (distance: number): Stage =>
    async () => {
      variants ??= variantsOf(db, wanted.words);
      return mistyped(wanted, await variants, distance);
    };
  const isSingle = wanted.words.length === 1;
  // What bears this very name is not mistyped.
  const below = isNamed ? 0 : isSingle ? SOME : SOME_OF_MORE_WORDS;
  return [
    { below: isSingle ? ENOUGH : SOME_OF_MORE_WORDS, stage: async () => lastBegun(wanted) },
    { below: 1, stage: async () => wordsBegun(wanted) },
    { below, stage: typo(1) },
    { below, stage: typo(2) },
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
  for (const { below, stage } of looser(db, wanted, named > 0)) {
    if (total >= below) continue;
    const query = await stage();
    if (query === null) continue;
    const asked = asWalk(query, [...found]);
    const rows = await walk(db, asked, Math.max(limit, ENOUGH));
    total += rows.length < limit ? rows.length : await countMatches(db, asked);
    found.push(...rows);
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
    const begun = (await nearBeginnings(db, last, distance)).map((one) => ({ ...one, distance: 1 }));
    const others = await variantsOf(db, wanted.words.slice(0, -1));
    return mistyped(wanted, [...others.map((one) => ({ ...one, distance: 1 })), ...begun], 1);
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
