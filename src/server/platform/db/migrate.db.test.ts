import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { migrate } from './migrate.ts';

const db = await testDatabase('nothing');
const folder = await mkdtemp(join(tmpdir(), 'kinodex-migrations-'));
afterAll(() => rm(folder, { recursive: true }));

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const applied = async (): Promise<unknown[]> =>
  (await db.query('select name from schema_migrations order by name')).rows.map(({ name }) => name);

describe('migrate', () => {
  it('applies the files in order, once, also when two start together', async () => {
    await write('0001-titles.sql', 'create table titles (id int primary key);\nselect pg_sleep(0.05);');
    await write('0002-names.sql', 'alter table titles add name text;');
    const both = await Promise.all([migrate(db.pool, folder), migrate(db.pool, folder)]);
    expect(both.flat()).toEqual(['0001-titles.sql', '0002-names.sql']);
    expect(await applied()).toEqual(['0001-titles.sql', '0002-names.sql']);
    expect(await migrate(db.pool, folder)).toEqual([]);
  });

  it('takes back a file that fails and names it', async () => {
    await write('0003-broken.sql', 'create table half (id int);\n-- …\nselect nonsense;');
    await expect(migrate(db.pool, folder)).rejects.toThrow(
      'the migration 0003-broken.sql, line 3, failed and was taken back: column "nonsense" does not exist',
    );
    expect(await applied()).toHaveLength(2);
    expect((await db.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
    await rm(join(folder, '0003-broken.sql'));
  });

  it('leaves the limits of its connection as they were', async () => {
    await write('0003-years.sql', 'alter table titles add year int;');
    await db.transaction(async (tx) => {
      await tx.query('commit');
      expect(await migrate(tx, folder)).toEqual(['0003-years.sql']);
      expect((await tx.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }]);
      await tx.query('begin');
    });
  });

  it('refuses a changed file, but not changed line ends', async () => {
    await write('0001-titles.sql', 'create table titles (id int primary key);\r\nselect pg_sleep(0.05);');
    expect(await migrate(db.pool, folder)).toEqual([]);
    await write('0001-titles.sql', 'create table titles (id bigint primary key);');
    await expect(migrate(db.pool, folder)).rejects.toThrow('0001-titles.sql was changed after it was applied');
  });
});
