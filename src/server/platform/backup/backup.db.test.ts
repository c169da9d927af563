import { copyFile, type FileHandle, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MIGRATIONS } from '#server/app/open.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { testDatabase } from '#test/support/database.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { schemaOf } from '#test/support/schema.ts';
import { createFolderStore } from '../images/folder-store.ts';
import { keyOf } from '../images/store.ts';
import { type Checked, checkArchive } from './check.ts';
import type { BackupProgress } from './progress.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

const db = await testDatabase('sample');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinodex-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const watch = { tell: () => {}, signal: new AbortController().signal };
const now = () => new Date();
let made = 0;
const backUp = async (from: Database, pictures: string | null = null): Promise<Checked & { readonly file: string }> => {
  const file = join(folder, `${++made}.tar`);
  const store = pictures === null ? null : createFolderStore(pictures, now);
  await writeBackup({ ...watch, db: from, file, version: '0.0.0-test', now, secret: 'a secret', pictures: store });
  return { ...(await checkArchive(file, watch)), file };
};
const GODFATHER = 'tt0068646';
const nothing = async (): Promise<void> => {};
const restore = (
  to: Database,
  { file, ...checked }: Checked & { readonly file: string },
  more: Partial<Parameters<typeof restoreBackup>[0]> = {},
) =>
  restoreBackup(
    { ...watch, db: to, file, checked, migrations: MIGRATIONS, replace: false, pictures: null, ...more },
    nothing,
    nothing,
  );

/** What the tables hold, as the database itself sums it up, whatever the order of the rows. */
const digests = async (of: Database): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await of.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1",
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const sum = await of.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 12))::bit(48)::bigint), 0)::text as sum from ${name} t`,
    );
    found[name] = sum.rows[0]?.sum ?? '';
  }
  return found;
};
describe('a backup', () => {
  it('taken while people register, call and change is of one moment, and is restored equal, table for table', async () => {
    const product = await productOn(db);
    const admin = await product.signIn('admin@example.org', { admin: true });
    let going = true;
    let writes = 0;
    let edits = 0;
    let orders = 0;
    const register = async (who: string): Promise<void> => {
      for (let i = 0; going; i++) {
        // Both or none: whoever is in the backup without a token shows that it is of two moments.
        await db.transaction(async (tx) => {
          const accountId = await product.accounts.ensure(tx, `${who}${i}@load.example.org`);
          await product.tokens.issue(tx, accountId);
        });
        await product.get('/api/v1/movie/tt0068646');
        writes += 1;
      }
    };
    /** An order with its item, as buyers leave them. */
    const buy = async (): Promise<void> => {
      for (; going; orders++)
        await db.query(`with bought as (
            insert into purchase (account_id, provider, amount_cents, asked, test)
              select min(id), 'sandbox', 100, '[]', true from account returning id)
          insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids)
            select id, 'Backup', 1, 30, 100, '{}' from bought`);
    };
    const edit = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${admin}` };
      for (let i = 0; going; i++) {
        const url = `/api/admin/imdb/${GODFATHER}`;
        const now = await product.app.inject({ url: `${url}/editor?parts=simplePlot`, headers });
        const { version } = now.json<{ data: { version: number }[] }>().data[0] ?? { version: 0 };
        const changes = [{ part: 'simplePlot', version, value: `It was edited ${i} times.` }];
        const saved = await product.app.inject({ method: 'PATCH', url, headers, payload: { changes } });
        expect([saved.statusCode, saved.body]).toEqual([200, saved.body]);
        edits += 1;
      }
    };
    const load = [register('a'), register('b'), edit(), buy()];
    while (writes < 20 || edits === 0 || orders === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = writes;
    const busy = await backUp(db);
    expect(writes).toBeGreaterThan(before);
    going = false;
    await Promise.all(load);
    await product.close();

    const elsewhere = await testDatabase('nothing');
    await restore(elsewhere, busy);
    expect((await backUp(elsewhere)).manifest.tables).toEqual(busy.manifest.tables);
    const lonely = await elsewhere.query(`select email from account a where email like '%@load.example.org'
      and not exists (select from api_token t where t.account_id = a.id)`);
    expect(lonely.rows).toEqual([]);
    const halves = await elsewhere.query(
      'select from purchase p where not exists (select from payment i where i.purchase_id = p.id)',
    );
    expect(halves.rows).toEqual([]);
    const rowsOf = (name: string): number => busy.manifest.tables.find((table) => table.name === name)?.rows ?? 0;
    expect(rowsOf('account')).toBeGreaterThan(before);
    for (const name of ['edit', 'payment']) expect([name, rowsOf(name) > 0]).toEqual([name, true]);

    // Parts that no migration makes are made by the restore.
    await db.query(
      'create table log_line_0 (like log_line including all) with (fillfactor = 90, toast.autovacuum_enabled = off)',
    );
    await db.query('alter table log_line attach partition log_line_0 for values from (0) to (1000)');
    await db.query(`insert into log_line values (1, now(), 30, 4, 'a line')`);
    const quiet = await backUp(db);
    for (const parent of ['audit_block', 'log_line'])
      expect(quiet.manifest.partitions.map(({ of }) => of)).toContain(parent);
    await restore(elsewhere, quiet, { replace: true });
    expect(await digests(elsewhere)).toEqual(await digests(db));
    expect(await schemaOf(elsewhere)).toEqual(await schemaOf(db));
    // It goes on where the other one was: numbers are not given twice, and the product runs on it.
    const again = await productOn(elsewhere);
    await again.signIn('new@example.org');
    expect((await again.get('/api/v1/movie/tt0068646')).statusCode).toBe(200);
    await again.close();
  });

  it('waits for an import that puts its tables in place, and keeps the next one from it until the tables are read', async () => {
    const swap = await db.pool.connect();
    await swap.query('begin');
    await swap.query('select pg_advisory_xact_lock($1)', [LOCKS.swaps]);
    const holding = `select from pg_locks where locktype = 'advisory' and objid = ${LOCKS.swaps} and mode = 'ShareLock' and granted
      and database = (select oid from pg_database where datname = current_database())`;
    const held: Promise<number | null>[] = [];
    const told = new Set<string>();
    const tell = ({ phase }: BackupProgress): void => {
      told.add(phase);
      if (phase === 'waiting') void swap.query('rollback').then(() => swap.release());
      if (phase === 'writing') held.push(db.query(holding).then(({ rowCount }) => rowCount));
    };
    const file = join(folder, 'waited.tar');
    await writeBackup({ ...watch, tell, db, file, version: '0.0.0-test', now, secret: null, pictures: null });
    expect([...told]).toEqual(['waiting', 'writing']);
    expect((await held[0]) ?? 0).toBe(1);
    await expect.poll(async () => (await db.query(holding)).rowCount).toBe(0);
  });

  it('takes the pictures along, and brings them where they are kept now', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    const bytes = Buffer.from('a picture');
    await createFolderStore(from, now).put(keyOf(bytes), bytes);
    const kept = await backUp(db, from);
    const elsewhere = await testDatabase('nothing');
    const store = createFolderStore(to, now);
    await restore(elsewhere, kept, { pictures: store });
    expect(await store.get(keyOf(bytes))).toEqual(bytes);
  });

  it('of an older version is brought up to this one', async () => {
    const older = await testDatabase('nothing');
    const few = join(folder, 'few');
    await mkdir(few);
    for (const name of await readdir(MIGRATIONS))
      if (name < '0012') await copyFile(join(MIGRATIONS, name), join(few, name));
    await migrate(older.pool, few);
    await older.query("insert into account (email, role) values ('old@example.org', 'USER')");
    const kept = await backUp(older);
    const elsewhere = await testDatabase('nothing');
    const applied = await restore(elsewhere, kept);
    expect(applied[0]).toBe('0012-settings-told.sql');
    expect((await elsewhere.query('select email, id from account')).rows).toEqual(
      (await older.query('select email, id from account')).rows,
    );
    expect((await elsewhere.query('select name from schema_migrations order by 1')).rows).toEqual(
      (await db.query('select name from schema_migrations order by 1')).rows,
    );
    const next = await elsewhere.query<{ id: number }>(
      "insert into account (email, role) values ('next@example.org', 'USER') returning id",
    );
    expect(next.rows[0]?.id).toBe(2);
  });

  it('of a database that no product has served from is refused: it is another one that was meant', async () => {
    await expect(backUp(await testDatabase('nothing'))).rejects.toThrow('The database has no tables');
  });

  it('onto a disk that gets full says so in one line, and leaves nothing', async () => {
    const place = await mkdtemp(join(folder, 'full-'));
    const handle = await open(join(folder, 'any'), 'w');
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const writing = vi.spyOn<FileHandle, 'writeFile'>(Object.getPrototypeOf(handle), 'writeFile');
    await handle.close();
    onTestFinished(() => writing.mockRestore());
    const tell = (): void => void writing.mockRejectedValue(full);
    const asked = { ...watch, tell, db, version: '0.0.0-test', now, secret: null, pictures: null };
    await expect(writeBackup({ ...asked, file: join(place, 'full.tar') })).rejects.toThrow(
      new Problem(`The disk of ${place} is full; make room there.`),
    );
    expect(writing).toHaveBeenCalled();
    expect(await readdir(place)).toEqual([]);
  });

  it('is refused where it does not fit, and changes nothing then', async () => {
    const kept = await backUp(db);
    const { manifest } = kept;
    const target = await testDatabase('nothing');
    const newer = { name: '9999-later.sql', sha256: '0'.repeat(64) };
    const told = (more: Partial<Checked['manifest']>, file = kept) =>
      restore(target, { ...file, manifest: { ...manifest, ...more } });
    await expect(told({ migrations: [...manifest.migrations, newer] })).rejects.toThrow(
      'it is of a newer version (0.0.0-test), with the migration 9999-later.sql, which this one does not know',
    );
    await expect(told({ tables: manifest.tables.filter(({ name }) => name !== 'account') })).rejects.toThrow(
      'the table account is missing',
    );
    const strange = { name: 'strange', columns: ['id'], rows: 0, bytes: 0, sha256: '0'.repeat(64) };
    await expect(told({ tables: [...manifest.tables, strange] })).rejects.toThrow(
      'it holds the table strange, which its version does not have',
    );
    const other = manifest.tables.map((table) =>
      table.name === 'account' ? { ...table, sha256: '0'.repeat(64) } : table,
    );
    await expect(told({ tables: other })).rejects.toThrow('the table account is another one in the database');
    expect((await target.query("select from pg_class where relnamespace = 'public'::regnamespace")).rows).toEqual([]);
    await expect(restore(db, kept)).rejects.toThrow('is not empty');
  });
});
