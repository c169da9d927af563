import { afterAll, describe, expect, it } from 'vitest';
import type { ImportAsk } from '#server/modules/catalog/import/import.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, SMALL, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { ALL } from '#test/support/records.ts';
import { createImport } from './import.ts';

const db = await testDatabase();
const imports = createImport(db, silentLog);
const search = createSearch({ db, visibility: () => ALL });
const found = async (text: string): Promise<string[]> =>
  JSON.parse((await search.all(text, { offset: 0, limit: 20 })).json).map((hit: { imdbId: string }) => hit.imdbId);
const indexes = async (): Promise<number> =>
  Number((await db.query(`select count(*) as n from pg_indexes where schemaname = 'public'`)).rows[0]?.n);
afterAll(removeSets);

describe('an import with its search documents', () => {
  /** How many partitions of documents and how many tables of records were vacuumed. */
  const vacuumed = async (): Promise<number> =>
    Number(
      (
        await db.query(
          `select count(*) as n from pg_stat_user_tables where relname ~ '^(title|person)_document_\\d$|^(title|person|aka|credit|episode|change)$' and vacuum_count > 0`,
        )
      ).rows[0]?.n,
    );

  it('makes titles and people findable with the same commit, and vacuums what it has made', async () => {
    const before = await indexes();
    const steps: (string | undefined)[] = [];
    const onProgress: ImportAsk['onProgress'] = (progress) => {
      if (progress.phase === 'merge') steps.push(progress.step);
    };
    await imports.run({ from: writeSet(SMALL), onProgress });
    expect(steps.slice(-4)).toEqual([
      'search, into memory',
      'search, vacuum',
      'records, vacuum',
      'search, into memory',
    ]);
    await expect.poll(vacuumed).toBe(22);
    expect(await found('moulin')).toEqual(['tt0000001']);
    expect(await found('harbuor')).toEqual(['tt0000002']);
    expect(await indexes()).toBe(before);
  });

  it('brings only what has changed up to date', async () => {
    const place = async () =>
      (
        await db.query(
          `select string_agg(pg_relation_filenode(oid)::text, ' ' order by relname) as at from pg_class where relname like 'title_document_%' and relkind = 'r'`,
        )
      ).rows[0]?.at;
    const many = Array.from(
      { length: 40 },
      (_, n) => `tt00005${String(n).padStart(2, '0')} | movie | Extra ${n} | Extra ${n} | 0 | 1999 | \\N | 90 | Drama`,
    );
    await imports.run({ from: writeSet({ ...SMALL, 'title.basics': [...SMALL['title.basics'], ...many] }) });
    const standing = await place();
    const [first, ...rest] = SMALL['title.basics'];
    const renamed = (first ?? '').replace('Mill', 'Windmill');
    await imports.run({ from: writeSet({ ...SMALL, 'title.basics': [renamed, ...rest, ...many] }) });
    expect(await place()).toBe(standing);
    expect(await found('windmill')).toEqual(['tt0000001']);
    expect(await found('mill')).toEqual([]);
    expect(await found('extra 7')).toEqual(['tt0000507']);
  });

  it('takes deleted titles out of the search', async () => {
    await imports.run({ from: writeSet(SMALL), complete: true, yes: true });
    expect(await found('extra 7')).toEqual([]);
  });

  it('does not begin while the database takes reads only', async () => {
    await db.query(`alter database ${db.name} set default_transaction_read_only = on`);
    await expect(imports.run({ from: writeSet(SMALL), verify: true })).rejects.toThrow('its disk has too little room');
  });
});
