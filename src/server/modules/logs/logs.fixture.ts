import { LOG_CATEGORIES, type LogCategory } from '#contracts/logs.ts';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { heldTimers } from '#server/platform/batch/timer.fixture.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
import { keptLog } from '#test/support/log.ts';
import { createLogTable } from './log.service.ts';

export interface Said {
  readonly at?: string;
  readonly level?: number;
  readonly category?: LogCategory;
  readonly text?: string;
  readonly requestId?: string;
  readonly run?: number;
}

export const NOW = '2026-11-22T12:00:00.000Z';

/** A line as the log writes it. */
export const written = ({
  at = NOW,
  level = 30,
  category = 'other',
  text = 'a line',
  requestId,
  run,
}: Said = {}): string =>
  `${JSON.stringify({ level, time: at, module: 'test', category: LOG_CATEGORIES[category], requestId, run, msg: text })}\n`;

/** A table of lines on a database, whose clock and timers are held, and how lines are said. */
export const testTable = (
  db: Database,
  given: { readonly folder?: string; readonly days?: number; readonly searchPatience?: number } = {},
) => {
  const lines = createLogLines();
  const log = keptLog();
  const timers = heldTimers();
  const time = { now: new Date(NOW) };
  const table = createLogTable({
    ...{ db, lines, log, now: () => time.now, days: () => given.days ?? 30 },
    spillFolder: given.folder ?? testFolder(),
    ...(given.searchPatience !== undefined && { searchPatience: given.searchPatience }),
    setTimer: timers.setTimer,
  });
  const say = (...all: readonly Said[]): void => {
    for (const one of all) lines.add(written(one));
  };
  return { table, lines, log, timers, time, say };
};

/** Lines `line 0` and on. */
export const numbered = (count: number, more: (at: number) => Said = () => ({})): readonly Said[] =>
  Array.from({ length: count }, (_, at) => ({ text: `line ${at}`, ...more(at) }));

/** Takes every line out, and begins with this number. */
export const emptyLogs = async (db: Database, next = 1): Promise<void> => {
  const { rows } = await db.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log_line'::regclass`,
  );
  for (const { name } of rows) await db.query(`drop table ${name}`);
  await db.query('truncate log_segment');
  await db.query('update log_next set seq = $1, first_seq = $1', [next]);
};
