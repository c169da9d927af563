import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { testDatabase } from '#test/support/database.ts';
import { heldClock, testAudit } from '../audit.fixture.ts';

const ALL = join(import.meta.dirname, '../../../../../migrations');
const BLOCKS = '0008-audit-blocks.sql';
const db = await testDatabase('nothing');
const before = await mkdtemp(join(tmpdir(), 'kinodex-migrations-'));
afterAll(() => rm(before, { recursive: true }));

it('requests that were kept a row each are kept in blocks from then on', async () => {
  for (const name of await readdir(ALL)) if (name < BLOCKS) await cp(join(ALL, name), join(before, name));
  await migrate(db.pool, before);
  for (const day of ['2026-11-20', '2026-11-21'])
    await db.query(
      `create table audit_${day.replaceAll('-', '')} partition of audit for values from ('${day}T00:00Z') to (timestamptz '${day}T00:00Z' + interval '1 day')`,
    );
  // Two nodes wrote around midnight, so that days stand among each other; many in one second, few in others.
  await db.query(
    `insert into audit
      select i, '2026-11-20T23:59:55Z'::timestamptz + case when i <= 5000 then i / 4 else i * 7 - 33000 + i % 3 * 400 end * interval '1 ms',
          i % 77, case when i % 5 = 0 then 404 else 200 end, case when i % 11 = 0 then 'POST' else 'GET' end, '192.0.2.' || i % 4,
          nullif(i % 6, 0), '/' || i || '?q=''\\', case when i % 2 = 0 then 'accept: */*' end
        from generate_series(1, 6000) i`,
  );
  await db.query(
    `insert into audit_day select (at at time zone 'UTC')::date, min(seq), max(seq), count(*) from audit group by 1`,
  );
  await db.query('update audit_next set seq = 6001');
  const { rows: kept } = await db.query<{ code: number; token_id: number | null; seq: number }>(
    'select * from audit order by seq',
  );

  await migrate(db.pool, ALL);

  const unnamed = kept.map((row) => ({ ...row, request_id: null }));
  expect((await db.query('select * from audit order by seq')).rows).toEqual(unnamed);
  const { rows: sizes } = await db.query<{ most: number; blocks: number }>(
    'select max(rows) as most, count(*)::int as blocks from audit_block',
  );
  expect(sizes).toEqual([{ most: 2_000, blocks: expect.any(Number) }]);
  expect(sizes[0]?.blocks).toBeLessThan(1_000);
  const audit = testAudit(db, heldClock('2026-11-21T12:00:00Z'));
  const { rows, total } = await audit.list({}, { offset: 2_500, limit: 3 });
  expect([total, rows.map(({ idAudit }) => idAudit)]).toEqual([6_000, [3_500, 3_499, 3_498]]);
  const found = await audit.list({ token: 'kdx_2', codes: [400, 499] }, { offset: 0, limit: 500 });
  const wanted = kept.filter(({ token_id, code }) => token_id === 2 && code === 404).map(({ seq }) => seq);
  expect(found.rows.map(({ idAudit }) => idAudit).sort((a, b) => a - b)).toEqual(wanted);
});
