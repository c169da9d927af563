import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { answered, cuttable, emptyAudit, heldClock, testAudit } from './audit.fixture.ts';

const db = await testDatabase();
beforeEach(() => emptyAudit(db));

const WAIT = 'warn audited requests wait, since they cannot be written';
const NO_FILES = 'error audited requests cannot be kept in files';
const LOST = 'error audited requests are lost: neither database nor disk takes them';

/** More than a test tries to write. */
const FILES = 400;

/** An audit whose database is cut off, and whose files cannot be written. */
const cutOff = async () => {
  const folder = testFolder();
  // A folder stands where each file would be written.
  for (let number = 1; number <= FILES; number++)
    await mkdir(join(folder, `audit-${String(number).padStart(12, '0')}.ndjson.part`), { recursive: true });
  const [clock, cut, log] = [heldClock('2026-11-21T10:00:00Z'), cuttable(db), keptLog()];
  cut.set('before');
  const audit = testAudit(cut.db, { ...clock, log, spillFolder: folder });
  const record = async (rows: number): Promise<void> => {
    for (let each = 0; each < rows; each++) audit.record(answered({ url: `/${each}`, tokenId: 1 }));
    await audit.flush();
    // As many turns as a try to write a file takes.
    for (let turn = 0; turn < 20; turn++) await stat(folder);
  };
  return { clock, cut, log, audit, record };
};

describe('of an outage one line is written when it begins and one when it is over', () => {
  it('where neither the database nor the disk takes anything, and what is lost is counted', async () => {
    const { cut, log, audit, record } = await cutOff();
    for (let round = 0; round < 22; round++) await record(10_000);
    await expect.poll(() => log.lines.toSorted()).toEqual([NO_FILES, LOST, WAIT].toSorted());
    cut.set('no');
    await audit.flush();
    expect(log.lines.slice(3).toSorted()).toEqual(
      ['warn audited requests are written again', 'warn audited requests are kept again; so many were lost'].toSorted(),
    );
    const { total } = await audit.list({}, { offset: 0, limit: 1 });
    // What was on its way into the database, and what memory holds.
    expect(total).toBe(10_000 + 200_000);
    cut.set('before');
    await record(10);
    expect(log.lines.slice(5)).toEqual([WAIT]);
  });
});
