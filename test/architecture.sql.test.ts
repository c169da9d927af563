import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from './support/modules.ts';
import { HOLE, isSql, readsOf, TABLES, tablesOf, textsOf, writesOf } from './support/sql.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where SQL stands. */
const STORES: readonly RegExp[] = [
  /\.store\.ts$/,
  // Parts of statements that several stores share.
  /\.sql\.ts$/,
  // The database itself, and what listens to it.
  /^src\/server\/platform\/(?:db|bus|clickhouse)\//,
  // An import is one long statement over tables of its own, in files by what it does.
  /^src\/server\/modules\/catalog\/import\//,
  // What a record is read and written by, part for part.
  /^src\/server\/modules\/catalog\/(?:title\.parts|person\.parts|record\.reader)\.ts$/,
  /^src\/server\/app\/sample\.ts$/,
  // SPARQL, which nobody asks a table in.
  /^src\/server\/sources\/wikidata\/id-map\.ts$/,
];

/** Files that write for a module which they do not stand in. */
const ON_BEHALF: Readonly<Record<string, string>> = { 'src/server/app/sample.ts': 'catalog' };

/** Modules that write to names which are put together: each a name of their own, as their stores say; a restore to all. */
const COMPUTED = ['audit', 'catalog', 'logs', 'platform', 'search'];

/** Whose those tables are that are filled by migrations only or under a name that is put together, and the one view. */
const UNSEEN: Readonly<Record<string, string>> = {
  audit: 'audit',
  configuration_change: 'configuration',
  country: 'catalog',
  language: 'catalog',
  person: 'catalog',
  person_list: 'catalog',
  person_origin: 'catalog',
  redirect: 'catalog',
  serie_update: 'catalog',
  title_list: 'catalog',
  title_document: 'search',
  person_document: 'search',
};

/** What runs on the server, in order: a part reads tables of those before it. */
const ORDER = ['kernel', 'platform', 'sources', ...MODULES, 'facades', 'app', 'cli'];

interface Text {
  readonly file: string;
  readonly part: string;
  readonly sql: string;
}

const partOf = (file: string): string => {
  const [, zone = '', layer = '', module = ''] = file.split('/');
  return ON_BEHALF[file] ?? (zone === 'cli' ? 'cli' : layer === 'modules' ? module : layer);
};

const texts: readonly Text[] = globSync('src/{server,cli}/**/*.ts', { cwd: ROOT })
  .sort()
  .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  .flatMap((file) =>
    textsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((sql) => ({ file, part: partOf(file), sql })),
  )
  .filter(({ sql }) => isSql(sql));

/** Which parts write to each name, and where. */
const writers = new Map<string, Map<string, string>>();
for (const { file, part, sql } of texts)
  for (const name of writesOf(sql)) writers.set(name, (writers.get(name) ?? new Map<string, string>()).set(part, file));

const ownerOf = (table: string): string | undefined => UNSEEN[table] ?? [...(writers.get(table)?.keys() ?? [])][0];

const unique = (lines: readonly string[]): string[] => [...new Set(lines)].sort();

describe('the tables', () => {
  it('are written by one module each', () => {
    const shared = [...writers]
      .filter(([name, by]) => !name.includes(HOLE) && [...by.keys()].some((part) => part !== ownerOf(name)))
      .map(([name, by]) => `${name} is written by ${[...by].map(([part, file]) => `${part} (${file})`).join(' and ')}`);
    expect(shared).toEqual([]);
    const computed = texts.filter(
      ({ part, sql }) => !COMPUTED.includes(part) && writesOf(sql).some((name) => name.includes(HOLE)),
    );
    expect(unique(computed.map(({ file }) => `${file} writes to a name that is put together`))).toEqual([]);
    expect([...TABLES].filter((table) => ownerOf(table) === undefined)).toEqual([]);
  });

  it('are asked in stores only', () => {
    const outside = texts.filter(({ file }) => !STORES.some((store) => store.test(file)));
    expect(unique(outside.map(({ file, sql }) => `${file} has SQL: ${sql.slice(0, 80)}`))).toEqual([]);
  });

  it('are read by their own module and those that stand above it', () => {
    const upward = texts.flatMap(({ file, part, sql }) =>
      readsOf(sql)
        .map((table) => [table, ownerOf(table) ?? part] as const)
        .filter(([, owner]) => ORDER.indexOf(owner) > ORDER.indexOf(part))
        .map(([table, owner]) => `${file} reads ${table}, which is of ${owner}`),
    );
    expect(unique(upward)).toEqual([]);
  });
});

describe('what reads the SQL', () => {
  it('knows the tables of the migrations as they end up', () => {
    const migrations = ['create table a (x int); -- create table c\ncreate table a_1 partition of a;', 'drop table b;'];
    expect([...tablesOf(['create table b (x int);', ...migrations])]).toEqual(['a']);
    for (const table of ['account', 'audit_block', 'title', 'request_count']) expect(TABLES).toContain(table);
  });

  it('reads strings and templates, and nothing else of a source', () => {
    const hole = '$' + '{f("two")}';
    const source = `import 'x'; type T = 'y'; const a = { b: \`one ${hole} three\`, c: 'four' }; // 'five'`;
    expect(textsOf('a.ts', source)).toEqual([`one ${HOLE} three`, 'two', 'four']);
  });

  it.each([
    ['insert into account (email) values ($1)', ['account']],
    ['with gone as (delete from session where id = $1) select 1', ['session']],
    ['update only title t set x = 1', ['title']],
    ['UPDATE account SET x = 1', ['account']],
    ['truncate audit_block, audit_day', ['audit_block', 'audit_day']],
    ['copy public.title from stdin', ['title']],
    ['lock table title, person in share mode', ['title', 'person']],
    ['drop table if exists served', ['served']],
    [`insert into ${HOLE}_next select 1`, [`${HOLE}_next`]],
    ['select 1 from account for update', []],
    ['select 1 from account a for no key update of a', []],
    ['insert into tries (a) values (1) on conflict (a) do update set a = 2', ['tries']],
  ])('finds what is written: %s', (sql, names) => {
    expect(isSql(sql)).toBe(true);
    expect(writesOf(sql)).toEqual(names);
  });

  it.each([
    ['select 1 from account a join api_token t on true', ['account', 'api_token']],
    ['delete from title t using person p where true', ['title', 'person']],
    ['select a.id, title, account from plan_role a, product p', ['plan_role', 'product']],
    ['select x -- from account\n from session', ['session']],
  ])('finds what is read: %s', (sql, names) => {
    expect([...readsOf(sql)].sort()).toEqual([...names].sort());
  });

  it.each(['set a password and end every session', 'Select a film from the list below', 'lock', 'with', 'updated'])(
    'takes no sentence for SQL: %s',
    (text) => {
      expect(isSql(text)).toBe(false);
    },
  );
});
