import { describe, expect, it } from 'vitest';
import type { TaskProgress } from '#contracts/task.ts';
import { clear, heard, liveList, missing, ordered, without } from './live-list.ts';

const NOW = Date.parse('2026-05-17T10:00:30Z');
const run = (idTask: number, idRun: number, more: Partial<TaskProgress> = {}): TaskProgress => ({
  ...{ idTask, idRun, name: `task ${idTask}`, task: 'REINDEX', status: 'EXECUTING' },
  ...{ updated: '2026-05-17T10:00:10Z', started: '2026-05-17T10:00:00Z' },
  ...{ processed: 10, total: 100, percentage: 10, messages: ['a line'], waitsFor: null },
  ...more,
});
const listOf = (...runs: readonly TaskProgress[]) => heard(liveList(), runs, NOW);
const told = (list: ReturnType<typeof liveList>): readonly string[] =>
  ordered(list).map(({ run: { idTask, idRun, status } }) => `${idTask}/${idRun} ${status}`);

describe('the live list', () => {
  it('has one run of each task, which keeps its place when it runs again', () => {
    const list = heard(listOf(run(2, 12), run(1, 11)), [run(3, 14), run(1, 13, { status: 'READY' })], NOW);
    expect(told(list)).toEqual(['1/13 READY', '2/12 EXECUTING', '3/14 EXECUTING']);
  });

  it('takes no news that is older than what it knows', () => {
    const list = listOf(run(1, 12, { status: 'FINISHED', updated: '2026-05-17T10:00:20Z' }));
    const late = [run(1, 11), run(1, 12), run(1, 12, { updated: '2026-05-17T10:00:25Z' })];
    expect(told(heard(list, late, NOW))).toEqual(['1/12 FINISHED']);
  });

  it('takes the end of a run although the clock of who wrote it is behind', () => {
    const end = run(1, 12, { status: 'ERROR', updated: '2026-05-17T10:00:05Z' });
    expect(told(heard(listOf(run(1, 12)), [end], NOW))).toEqual(['1/12 ERROR']);
    expect(told(heard(listOf(run(1, 12), run(1, 13)), [end], NOW))).toEqual(['1/13 EXECUTING']);
  });

  it('lets go of what has finished, was cancelled or failed, and of nothing else', () => {
    const states = ['FINISHED', 'CANCELLED', 'ERROR', 'WAITING', 'CANCELLING', 'EXECUTING', 'READY'] as const;
    const list = clear(listOf(...states.map((status, at) => run(at, at, { status }))));
    expect(told(list)).toEqual(['3/3 WAITING', '4/4 CANCELLING', '5/5 EXECUTING', '6/6 READY']);
  });

  it('does not have back what was cleared until that task runs again', () => {
    const ended = run(1, 11, { status: 'ERROR' });
    const list = clear(listOf(ended));
    expect(told(heard(list, [ended], NOW))).toEqual([]);
    expect(told(heard(liveList(list.cleared), [ended], NOW))).toEqual([]);
    expect(told(heard(list, [run(1, 12)], NOW))).toEqual(['1/12 EXECUTING']);
  });

  it('keeps what has ended although nobody tells of it any more, and asks for what was going', () => {
    const list = listOf(run(1, 11, { status: 'FINISHED' }), run(2, 12), run(3, 13));
    expect(missing(list, [run(3, 13)]).map(({ idRun }) => idRun)).toEqual([12]);
    expect(told(heard(list, [], NOW))).toHaveLength(3);
    expect(told(without(list, 2))).toEqual(['1/11 FINISHED', '3/13 EXECUTING']);
  });

  it('gathers the lines of a run beyond those that each message holds', () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
    let list = listOf(run(1, 11, { messages: lines(0, 200) }));
    list = heard(list, [run(1, 11, { messages: lines(150, 350) })], NOW);
    const [shown] = ordered(list);
    expect(shown?.lines.map(({ text }) => text)).toEqual(lines(0, 350));
    expect(shown?.lines.map(({ number }) => number)).toEqual(lines(1, 351).map((text) => Number(text.slice(5))));
    const [next] = ordered(heard(list, [run(1, 12, { messages: ['begins'] })], NOW));
    expect(next?.lines.map(({ text }) => text)).toEqual(['begins']);
  });
});
