/**
 * Search, completion and filters at size, on the embedded server: p50 and p99 of each class of query, through the services.
 *   node bench/search.ts --titles 1000000 [--folder /tmp/kinodex-bench-search] [--rounds 300] [--only words,typo] [--rebuild]
 * The folder keeps the catalogue between runs.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rebuildDocuments } from '#server/modules/search/document.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { fillCatalogue, seeded, vocabulary, zipf } from './search-data.ts';

const { values: options } = parseArgs({
  options: {
    titles: { type: 'string', default: '100000' },
    folder: { type: 'string', default: '/tmp/kinodex-bench-search' },
    rounds: { type: 'string', default: '300' },
    only: { type: 'string' },
    rebuild: { type: 'boolean', default: false },
  },
});
const titles = Number(options.titles);
const rounds = Number(options.rounds);
const words = vocabulary();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const warn = (text: string): void => void process.stderr.write(`${text}\n`);
const log = { debug: () => {}, info: () => {}, warn, error: warn };
const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');

const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
};

const prepare = async (db: Database): Promise<void> => {
  const { rows } = await db.query('select 1 from title limit 1');
  if (rows.length === 0) {
    await timed('catalogue', () => fillCatalogue(db, titles));
    const client = await db.pool.connect();
    await client.query('set statement_timeout = 0');
    await timed('vacuum analyze', () => client.query('vacuum analyze title, aka, person, credit'));
    client.release(true);
  }
  const documents = await db.query('select 1 from title_document limit 1');
  if (documents.rows.length > 0 && !options.rebuild) return;
  await timed('documents', () =>
    db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await rebuildDocuments(tx, 'all');
    }),
  );
};

const sizes = async (db: Database): Promise<void> => {
  const { rows } = await db.query<{ name: string; table: string; indexes: string; rows: number }>(
    `select c.relname as name, pg_size_pretty(pg_table_size(c.oid)) as table, pg_size_pretty(pg_indexes_size(c.oid)) as indexes, c.reltuples::bigint as rows
      from pg_class c where c.relkind = 'r' and c.relname ~ '^(title_document_|person_document_|search_word|title$|aka$|person$|credit$)' order by 1`,
  );
  for (const one of rows)
    say(
      `${one.name.padEnd(20)} ${String(one.rows).padStart(10)} rows  ${one.table.padStart(9)} + ${one.indexes} of indexes`,
    );
};

const db = await (async () => {
  const dataFolder = join(options.folder, String(titles));
  mkdirSync(dataFolder, { recursive: true });
  return openDatabase({ dataFolder, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
})();

const plain = (word: string): string => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
const random = seeded(99);
const below = (size: number): number => Math.floor(random() * size);
const titleOf = async (): Promise<string> => {
  const { rows } = await db.query<{ title: string }>(
    `select title from title where id >= $1 and title not like 'Episode%' limit 1`,
    [1 + below(titles - 100)],
  );
  return rows[0]?.title ?? 'the';
};
const wrong = (word: string): string => {
  const letters = [...word];
  for (let errors = 0; errors < 2; errors += 1) {
    const at = below(letters.length);
    const sort = below(3);
    if (sort === 0) letters.splice(at, 1);
    else if (sort === 1) letters.splice(at, 0, 'x');
    else letters[at] = 'e';
  }
  return letters.join('');
};

const search = createSearch({
  db,
  visibility: () => ({ imageBase: 'http://localhost/api/public/image/', sources: null, adult: false }),
});
const first = { offset: 0, limit: 20 };
const GENRES = ['Drama', 'Comedy', 'Crime', 'War', 'Sci-Fi', 'Western', 'Musical', 'History'];
const genre = (): string => GENRES[below(GENRES.length)] ?? 'Drama';
const SORTS = [
  'rating',
  'votes',
  'year',
  'title',
  'releaseDate',
  'popularity',
  '-rating',
  '-votes',
  '-year',
  '-popularity',
] as const;

const classes: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  prefix: async () => {
    const title = await titleOf();
    const begun = title.slice(0, 1 + below(Math.min(title.length, 9)));
    return () => search.suggest(begun, 10);
  },
  'prefix, mistyped': async () => {
    const word = words[1000 + below(20_000)] ?? '';
    const begun = `${plain(word).slice(0, 3)}x${plain(word).slice(3, 6)}`;
    return () => search.suggest(begun, 10);
  },
  words: async () => {
    const asked = (await titleOf()).split(' ').slice(0, 2).join(' ');
    return () => search.all(asked, first);
  },
  'whole title': async () => {
    const title = await titleOf();
    return () => search.all(title, first);
  },
  typo: async () => {
    const word = plain(words[500 + below(40_000)] ?? 'godfather');
    const asked = wrong(word.length < 5 ? `${word}etta` : word);
    return () => search.all(asked, first);
  },
  'typo, two words': async () => {
    const asked = `${plain(words[zipf(random, 60_000)] ?? '')} ${wrong(plain(words[500 + below(20_000)] ?? 'godfather'))}`;
    return () => search.all(asked, first);
  },
  'common word': async () => {
    const word = words[below(40)] ?? 'the';
    return () => search.all(word, first);
  },
  'middling word': async () => {
    const word = words[200 + below(5_000)] ?? 'the';
    return () => search.all(word, first);
  },
  'two common words': async () => {
    const asked = `${words[below(30)]} ${words[below(30)]}`;
    return () => search.all(asked, first);
  },
  episode: async () => {
    const asked = `episode ${1 + below(30)}`;
    return () => search.all(asked, first);
  },
  'one letter': async () => {
    const letter = 'abcdefghijklmnoprstuvwz'[below(23)] ?? 'a';
    return () => search.all(letter, first);
  },
  'nothing like it': async () => {
    const asked = `${'qxzwvjk'.repeat(2).slice(below(6))}${below(1000)}`;
    return () => search.all(asked, first);
  },
  'signs (CJK)': async () => {
    const asked = ['日月', '人大', '映画', '愛夢星', '海'][below(5)] ?? '人';
    return () => search.all(asked, first);
  },
  'title with year and type': async () => {
    const asked = { title: words[below(60)] ?? 'the', year: 1960 + below(60), type: 'M' };
    return () => search.titles(asked, first);
  },
  'deep page': async () => {
    const word = words[below(40)] ?? 'the';
    const slice = { offset: 20 * below(480), limit: 20 };
    return () => search.all(word, slice);
  },
  facets: async () => {
    const ask = { genre: genre(), facets: 'genre,type,country,language,year' };
    return () => search.discover(ask, 20);
  },
  'discover, sorted': async () => {
    const ask = { genre: genre(), sort: SORTS[below(SORTS.length)] ?? 'rating' };
    return () => search.discover(ask, 20);
  },
  'discover, rare': async () => {
    const sort = SORTS[below(SORTS.length)] ?? 'rating';
    const ask = {
      genre: `${genre()},${genre()}`,
      country: 'HU|NO|FI',
      yearFrom: 1950,
      yearTo: 1957,
      ratingFrom: 6.5,
      sort,
    };
    return () => search.discover(ask, 20);
  },
  'discover, old and sorted': async () => {
    const ask = { yearTo: 1925 + below(30), sort: SORTS[below(SORTS.length)] ?? 'rating' };
    return () => search.discover(ask, 20);
  },
  'discover, unfiltered': async () => {
    const ask = { sort: SORTS[below(SORTS.length)] ?? 'rating' };
    return () => search.discover(ask, 20);
  },
  'discover, person': async () => {
    const ask = { person: `nm${String(1 + zipf(random, titles)).padStart(7, '0')}`, sort: 'rating' as const };
    return () => search.discover(ask, 20);
  },
  charts: async () => {
    const type = ['M', 'S|TVMS', 'E'][below(3)] ?? 'M';
    return random() < 0.5 ? () => search.top(type, first) : () => search.popular(type, first);
  },
  'coming soon': async () => {
    const year = 1990 + below(37);
    return () => search.comingSoon(`${year}0101`, first);
  },
};

const measure = async (name: string, make: () => Promise<() => Promise<unknown>>): Promise<void> => {
  const times: number[] = [];
  for (let round = 0; round < rounds + 20; round += 1) {
    const run = await make();
    const began = performance.now();
    await run();
    if (round >= 20) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    (times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0).toFixed(1).padStart(8);
  say(`${name.padEnd(26)} p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}`);
};

try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  await prepare(db);
  await sizes(db);
  say(`load before: ${load()}`);
  const only = options.only?.split(',');
  for (const [name, make] of Object.entries(classes)) if (!only || only.includes(name)) await measure(name, make);
  await timed('genres (kept in memory afterwards)', () => search.genres());
  say(`load after: ${load()}`);
} finally {
  await db.close();
}
