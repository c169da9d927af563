import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keptLog } from '#test/support/log.ts';
import { type BatchParts, createBatchWriter } from './batch.ts';
import type { Group, RowKind } from './rows.ts';
import { heldTimers } from './timer.fixture.ts';

/** The simplest row: a number, and whether the table refuses it. */
export interface Numbered {
  readonly id: number;
  readonly bad?: boolean;
}

const NUMBERED: RowKind<Numbered> = {
  name: 'row',
  one: 'a row',
  many: 'rows',
  encode: (row) => row,
  decode: (value) => (Number.isInteger((value as Numbered | null)?.id) ? (value as Numbered) : null),
};

/** A folder that is made when something is put there, and removed after the test. */
export const testFolder = (): string => {
  const folder = join(tmpdir(), `kinodex-batch-${randomUUID()}`);
  // What a writer of the test has under way may still be written.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/** A table that fails while it is cut off: before it writes, or after. While it is held it does neither. */
export const fakeTable = () => {
  const ids: number[] = [];
  const state = { cut: 'no' as 'no' | 'before' | 'after', batches: [] as number[], held: Promise.resolve() };
  const write = async (rows: Group<Numbered>, doubtful: boolean): Promise<void> => {
    await state.held;
    if (state.cut === 'before') throw new Error('away');
    if (rows.length === 0) throw new Error('a batch of no rows');
    if (doubtful && ids.includes(rows[0]?.id ?? -1)) return;
    if (rows.some(({ bad }) => bad)) throw new RangeError('a bad row');
    ids.push(...rows.map(({ id }) => id));
    state.batches.push(rows.length);
    if (state.cut === 'after') throw new Error('the answer got lost');
  };
  return { ids, state, write, isRefusal: (error: unknown) => error instanceof RangeError };
};

/** A writer on a table, with timers that are held. */
export const testWriter = (
  { write, isRefusal }: Pick<ReturnType<typeof fakeTable>, 'write' | 'isRefusal'>,
  parts: Partial<BatchParts<Numbered>> & Pick<BatchParts<Numbered>, 'folder'>,
) => {
  const timers = heldTimers();
  const log = keptLog();
  const { setTimer } = timers;
  const writer = createBatchWriter({ kind: NUMBERED, write, isRefusal, setTimer, log, isLow: () => false, ...parts });
  return { writer, timers, log };
};
