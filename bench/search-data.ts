import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '#server/platform/db/database.ts';

/** A catalogue shaped like IMDb's, made of a seeded vocabulary: the same seed and size give the same rows. */

export type Random = () => number;

/** mulberry32 */
export const seeded = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr kr pl pr sh sk sl sp st th tr'.split(' ');
const NUCLEI = 'a e i o u ai ea ia ie io ou'.split(' ');
const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü' };
const ENDS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'ng', 'rt', 'ck'];
const SIGNS = [...'日月火水木金土山川田人大小中国語映画愛夢星空海花風雪春夏秋冬王女男子夜朝'];
const GENRES =
  'Drama Comedy Talk-Show News Reality-TV Documentary Family Romance Action Crime Music Game-Show Adventure Animation Sport Fantasy Mystery Thriller Horror History Sci-Fi Biography War Musical Western'.split(
    ' ',
  );
const COUNTRIES = 'US GB IN JP FR DE ES IT CA KR BR MX AU CN TR RU AR NL SE PL PT BE DK GR HK TW TH FI NO HU'.split(
  ' ',
);
const LANGUAGES = 'en es ja fr de hi pt it ko ru zh tr ar nl sv pl el th fi no hu'.split(' ');

/** A number below `size`, small ones far more often. */
export const zipf = (random: Random, size: number): number => Math.min(Math.floor(size ** random()) - 1, size - 1);

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const pickZipf = <T>(random: Random, list: readonly T[]): T => list[zipf(random, list.length)] as T;

export const vocabulary = (size = 60_000): readonly string[] => {
  const random = seeded(7);
  const words = new Set(['the', 'of', 'and', 'a', 'in', 'la', 'de', 'to', 'el', 'love']);
  while (words.size < size) {
    const syllables = 1 + zipf(random, 4) + (words.size > 500 ? 1 : 0);
    let word = '';
    for (let at = 0; at < syllables; at += 1) word += pick(random, ONSETS) + pick(random, NUCLEI);
    word += pick(random, ENDS);
    words.add(random() < 0.05 ? word.replace(/[aeiou]/, (vowel) => ACCENTED[vowel] ?? vowel) : word);
  }
  return [...words];
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Pareto, so that few titles have most of the votes. */
const votesOf = (random: Random): number => Math.min(Math.floor(5 / random() ** (1 / 0.55)), 3_000_000);

const field = (value: string | number | null): string => (value === null ? '\\N' : String(value));
const line = (...values: (string | number | null)[]): string => `${values.map(field).join('\t')}\n`;
const some = (random: Random, list: readonly string[], most: number): string =>
  `{${[...new Set(Array.from({ length: 1 + zipf(random, most) }, () => pickZipf(random, list)))].join(',')}}`;

const copy = async (db: Database, into: string, lines: Iterable<string>): Promise<void> => {
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await pipeline(Readable.from(chunked(lines)), client.query(copyFrom(`copy ${into} from stdin`)));
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
};

function* chunked(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const one of lines) {
    chunk += one;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

interface Drafts {
  readonly words: readonly string[];
  readonly titles: number;
  readonly people: number;
}

const titleText = (random: Random, words: readonly string[]): string =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => capital(pickZipf(random, words))).join(' ');

function* titleLines({ words, titles }: Drafts): Generator<string> {
  const random = seeded(1);
  for (let id = 1; id <= titles; id += 1) {
    const isEpisode = random() < 0.7;
    const type = isEpisode ? 'E' : pickZipf(random, ['SH', 'M', 'V', 'S', 'TVM', 'TVMS', 'TVS', 'VG']);
    const numbered = isEpisode && random() < 0.3;
    const title = numbered ? `Episode #${1 + zipf(random, 40)}.${1 + zipf(random, 400)}` : titleText(random, words);
    const year = random() < 0.1 ? null : 2027 - zipf(random, 130);
    const rated = random() < 0.135;
    const adult = random() < 0.02 ? 't' : 'f';
    yield line(
      ...[
        id,
        type,
        title,
        random() < 0.1 ? titleText(random, words) : title,
        year,
        random() < 0.6 ? 20 + zipf(random, 180) : null,
      ],
      ...[adult, rated ? (10 + Math.floor(random() ** 0.5 * 90)) / 10 : null, rated ? votesOf(random) : null],
      ...[some(random, GENRES, 3), some(random, COUNTRIES, 2), some(random, LANGUAGES, 2)],
      ...['imdb-datasets', '2026-11-01'],
    );
  }
}

function* akaLines({ words, titles }: Drafts): Generator<string> {
  const random = seeded(2);
  for (let id = 1; id <= titles; id += 1) {
    const count = Math.floor(random() * 9);
    const same = titleText(random, words);
    for (let at = 1; at <= count; at += 1) {
      const sort = random();
      const text =
        sort < 0.75
          ? same
          : sort < 0.92
            ? titleText(random, words)
            : Array.from({ length: 3 + zipf(random, 6) }, () => pick(random, SIGNS)).join('');
      yield line(id, at, text, pickZipf(random, COUNTRIES));
    }
  }
}

function* personLines({ words, titles, people }: Drafts): Generator<string> {
  const random = seeded(3);
  const surnames = words.slice(300, 30_300);
  for (let id = 1; id <= people; id += 1) {
    const known = Array.from({ length: zipf(random, 5) }, () => 1 + Math.floor(random() * titles));
    const name = `${capital(pickZipf(random, surnames))} ${capital(pickZipf(random, surnames))}`;
    yield line(
      id,
      name,
      random() < 0.1 ? 1900 + zipf(random, 100) : null,
      `{${known.join(',')}}`,
      'imdb-datasets',
      '2026-11-01',
    );
  }
}

function* creditLines({ titles, people }: Drafts): Generator<string> {
  const random = seeded(4);
  for (let id = 1; id <= titles; id += 1) {
    for (let at = 1; at <= 3; at += 1) yield line(id, at === 3 ? 1 : 0, at, 1 + zipf(random, people));
  }
}

/** Fills an empty catalogue: 4 akas, 3 credits and 1.25 people a title, 13 % of the titles rated. */
export const fillCatalogue = async (db: Database, titles: number): Promise<void> => {
  const drafts: Drafts = { words: vocabulary(), titles, people: Math.round(titles * 1.25) };
  await copy(
    db,
    'title (id, type, title, original_title, year, runtime, adult, rating, votes, genres, countries, languages, source, fetched_at)',
    titleLines(drafts),
  );
  await copy(db, 'aka (title_id, ordering, title, region)', akaLines(drafts));
  await copy(db, 'person (id, name, birth_date, known_for, source, fetched_at)', personLines(drafts));
  await copy(db, 'credit (title_id, role, ordering, person_id)', creditLines(drafts));
};
