import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, heldClock, testAudit } from '../audit.fixture.ts';

const MARKING = join(import.meta.dirname, '../../../../../migrations/0017-audit-found-by-id.sql');
const db = await testDatabase();

it('blocks that were kept before are marked with their ids as new ones are', async () => {
  const clock = heldClock('2026-11-21T12:00:00Z');
  const audit = testAudit(db, clock);
  // Not in the order of their numbers, over several thousands, of two processes, and one whose id is not known.
  for (let index = 0; index < 300; index++)
    audit.record(
      answered({ id: index === 299 ? 'none' : `mia${1 + Math.floor(index / 200)}-${(index * 7_919) % 40_009}` }),
    );
  await audit.flush();
  const marks = async () =>
    (await db.query<{ marks: string[] }>('select marks from audit_block order by first_seq')).rows.map((row) =>
      row.marks.sort(),
    );
  const written = await marks();
  expect(new Set(written.flat().filter((mark) => mark.startsWith('id:'))).size).toBeGreaterThan(20);
  await db.query(
    `update audit_block set marks = array(select mark from unnest(marks) mark where mark not like 'id:%')`,
  );
  expect(await marks()).not.toEqual(written);
  await db.query(await readFile(MARKING, 'utf8'));
  expect(await marks()).toEqual(written);
  const { rows } = await audit.list({ requestId: 'mia1-7919' }, { offset: 0, limit: 2 });
  expect(rows.map(({ requestId }) => requestId)).toEqual(['mia1-7919']);
  await audit.close();
});
