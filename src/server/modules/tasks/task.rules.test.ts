import { describe, expect, it } from 'vitest';
import { dueSlots, isCycle, type OpenRun, refuseBusy, type Turn, waitsFor } from './task.rules.ts';

const run = (changed: Partial<OpenRun> = {}): OpenRun => ({
  id: 1,
  taskId: 1,
  type: 'RATINGS',
  status: 'EXECUTING',
  ...changed,
});
const turn = (changed: Partial<Turn> = {}): Turn => ({
  ...{ runId: null, taskId: 9, type: 'REINDEX', parent: null, ordered: false },
  ...changed,
});
const parent = { id: 1, name: 'first', lastRun: null };

describe('a turn', () => {
  it('begins when nothing is going that it has to do with', () => {
    expect(waitsFor(turn(), [run()])).toBeNull();
    expect(waitsFor(turn({ type: 'RATINGS' }), [run({ status: 'WAITING' })])).toBeNull();
    expect(waitsFor(turn({ taskId: 1, runId: 1, type: 'RATINGS' }), [run({ status: 'READY' })])).toBeNull();
  });

  it.each(['READY', 'EXECUTING', 'CANCELLING'] as const)('waits for a run of its type that is %s', (status) => {
    expect(waitsFor(turn({ type: 'RATINGS' }), [run({ status })])).toBe('another run of RATINGS is still going');
  });

  it.each(['READY', 'WAITING', 'EXECUTING', 'CANCELLING'] as const)('waits for its parent that is %s', (status) => {
    expect(waitsFor(turn({ parent }), [run({ status })])).toBe('first is still going');
    expect(waitsFor(turn({ parent, ordered: true }), [run({ status })])).toBe('first is still going');
  });

  it('waits for a parent whose last run has failed, unless somebody orders it', () => {
    const failed = { ...parent, lastRun: 'ERROR' } as const;
    expect(waitsFor(turn({ parent: failed }), [])).toBe(
      'the last run of first ended in an error; this waits until it has run again without an error',
    );
    expect(waitsFor(turn({ parent: { ...failed, lastRun: 'CANCELLED' } }), [])).toBe(
      'the last run of first was cancelled; this waits until it has run again without an error',
    );
    expect(waitsFor(turn({ parent: failed, ordered: true }), [])).toBeNull();
    expect(waitsFor(turn({ parent: { ...failed, lastRun: 'FINISHED' } }), [])).toBeNull();
  });
});

it.each([
  ['READY', 'The task is queued or executing: wait for its end, or cancel it.'],
  ['EXECUTING', 'The task is queued or executing: wait for its end, or cancel it.'],
  ['CANCELLING', 'The task is being cancelled already: wait for its end.'],
  ['WAITING', null],
] as const)('a run that is %s is in the way: %s', (status, sentence) => {
  const refused = () => refuseBusy(run({ status }));
  if (sentence === null) expect(refused).not.toThrow();
  else expect(refused).toThrow(sentence);
});

describe('parents', () => {
  const parents = new Map([
    [1, null],
    [2, 1],
    [3, 2],
  ]);

  it('may not come after their children', () => {
    expect(isCycle(1, 3, parents)).toBe(true);
    expect(isCycle(1, 1, parents)).toBe(true);
    expect(isCycle(3, 1, parents)).toBe(false);
    expect(isCycle(null, 3, parents)).toBe(false);
  });

  it('that are a cycle already are looked at once', () => {
    expect(
      isCycle(
        9,
        1,
        new Map([
          [1, 2],
          [2, 1],
        ]),
      ),
    ).toBe(false);
  });
});

describe('slots that are due', () => {
  const MINUTE = 60_000;
  const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 2, 10, 12, minute, second));
  const everyMinute = (after: Date) => new Date(Math.floor(after.getTime() / MINUTE) * MINUTE + MINUTE);

  it('begin in time', () => {
    expect(dueSlots(at(5), at(5, 2), 30_000, everyMinute)).toEqual({ slot: at(5), missed: 0, next: at(6) });
  });

  it('but for the newest are missed', () => {
    expect(dueSlots(at(1), at(5, 30), 30_000, everyMinute)).toEqual({ slot: at(5), missed: 4, next: at(6) });
  });

  it('are all missed when the newest is too late', () => {
    expect(dueSlots(at(1), at(5, 31), 30_000, everyMinute)).toEqual({ slot: null, missed: 5, next: at(6) });
  });

  it('are the last when the schedule ends', () => {
    expect(dueSlots(at(5), at(5, 2), 30_000, () => null)).toEqual({ slot: at(5), missed: 0, next: null });
  });

  it('of a long sleep are counted up to 10,000, and the next one lies ahead', () => {
    const late = new Date(at(0).getTime() + 20_000 * MINUTE);
    const { missed, next } = dueSlots(at(0), late, 30_000, everyMinute);
    expect(missed).toBe(10_000);
    expect(next).toEqual(new Date(late.getTime() + MINUTE));
  });
});
