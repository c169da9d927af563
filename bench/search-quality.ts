/**
 * How well search forgives: real titles asked with letters wrong and with 'and' for '&', through the product's service.
 *   node bench/search-quality.ts [--folder /tmp/kinodex-bench-quality] [--missed]
 * The data are those of the tests (KINODEX_TEST_DATA); without them nothing is measured. The folder keeps the catalogue between runs.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addPeople, addTitles, rebuildAll } from '#server/modules/search/search.fixture.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { testData } from '#test/support/test-data.ts';
import { log } from './log.ts';
import { type Random, seeded } from './search-data.ts';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '/tmp/kinodex-bench-quality' },
    missed: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const folder = testData('imdb_tsv_top_titles_series');
if (folder === null) {
  say('There are no real data here (KINODEX_TEST_DATA): nothing was measured.');
  process.exit(0);
}

const rowsOf = (file: string): readonly (readonly string[])[] =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
const keyOf = (id = ''): number => Number(id.slice(2));

interface Title {
  readonly id: number;
  readonly title: string;
  readonly votes: number;
}

const TYPES: Readonly<Record<string, string>> = { tvEpisode: 'E', tvSeries: 'S', tvMiniSeries: 'TVMS' };
const votes = new Map(rowsOf('title.ratings.tsv').map(([id, rating, count]) => [id, { rating, count }]));
const drafts = rowsOf('title.basics.tsv').map(([id, type = '', title = '', original = '', , year]) => ({
  id: keyOf(id),
  title,
  original,
  type: TYPES[type] ?? 'M',
  year: year === '\\N' ? null : Number(year),
  votes: Number(votes.get(id)?.count ?? 0),
  rating: Number(votes.get(id)?.rating ?? 5),
}));

const fill = async (db: Database): Promise<void> => {
  if ((await db.query('select 1 from title limit 1')).rows.length > 0) return;
  await addTitles(db, drafts);
  await addPeople(
    db,
    rowsOf('name.basics.tsv').map(([id, name = '']) => ({ id: keyOf(id), name })),
  );
  await rebuildAll(db);
};

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const below = (random: Random, size: number): number => Math.floor(random() * size);

/** A letter gone, one too many, another one, or two that changed places. */
const edited = (random: Random, word: string): string => {
  const letters = [...word];
  const at = below(random, letters.length - 1);
  const letter = ALPHABET[below(random, ALPHABET.length)] ?? 'x';
  const sort = below(random, 4);
  if (sort === 0) letters.splice(at, 1);
  else if (sort === 1) letters.splice(at, 0, letter);
  else if (sort === 2) letters[at] = letter;
  else letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '');
  return letters.join('');
};

const swapped = (random: Random, word: string): string => {
  const places = [...word].flatMap((letter, at) => (word[at + 1] !== undefined && word[at + 1] !== letter ? [at] : []));
  const at = places[below(random, places.length)] ?? 0;
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
};

const WORD = /[A-Za-z]{3,}/g;
/** A title with one of its words of so many letters changed; null where it has none. */
const withWord = (random: Random, title: string, shortest: number, change: (word: string) => string): string | null => {
  const words = [...title.matchAll(WORD)].filter(([word]) => word.length >= shortest && new Set(word).size > 1);
  const picked = words[below(random, words.length)];
  if (picked === undefined) return null;
  return title.slice(0, picked.index) + change(picked[0]) + title.slice(picked.index + picked[0].length);
};

const sample = (
  seed: number,
  size: number,
  make: (title: string, random: Random) => string | null,
): readonly (readonly [Title, string])[] => {
  const random = seeded(seed);
  const asked: (readonly [Title, string])[] = [];
  const films = drafts.filter(({ type }) => type !== 'E');
  while (asked.length < size) {
    const title = films[below(random, films.length)];
    const text = title && make(title.title, random);
    if (title && text) asked.push([title, text]);
  }
  return asked;
};

mkdirSync(options.folder, { recursive: true });
const db = await openDatabase({
  dataFolder: options.folder,
  dataFolderPinned: true,
  log,
  role: 'serve',
  poolSize: 1,
});
const search = createSearch({ db, visibility: () => ({ imageBase: '/', sources: null, adult: false }) });

const isFound = async ({ id }: Title, text: string): Promise<boolean> => {
  const { json } = await search.all(text, { offset: 0, limit: 10 });
  return (JSON.parse(json) as readonly { imdbId: string; kind: string }[]).some(
    (hit) => hit.kind === 'movie' && keyOf(hit.imdbId) === id,
  );
};

const measure = async (name: string, asked: readonly (readonly [Title, string])[]): Promise<void> => {
  const missed: string[] = [];
  const times: number[] = [];
  for (const [title, text] of asked) {
    const began = performance.now();
    if (!(await isFound(title, text))) missed.push(`  ${text}  (${title.title}, ${title.votes} votes)`);
    times.push(performance.now() - began);
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  say(`${name}: ${asked.length - missed.length} of ${asked.length} among the first 10; p95 ${p95.toFixed(1)} ms`);
  if (options.missed) for (const one of missed) say(one);
};

try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  await fill(db);
  const ampersands = drafts.filter(({ title }) => title.includes('&'));
  await measure(
    'known titles as they are',
    sample(1, 400, (title) => title),
  );
  await measure(
    "'and' for '&'",
    ampersands.map((title) => [title, title.title.replaceAll('&', ' and ')] as const),
  );
  await measure(
    'two edits in a word of 5 letters or more',
    sample(2, 150, (title, random) => withWord(random, title, 5, (word) => edited(random, edited(random, word)))),
  );
  await measure(
    'a swap in any word of 3 letters or more',
    sample(3, 400, (title, random) => withWord(random, title, 3, (word) => swapped(random, word))),
  );
} finally {
  await db.close();
}
