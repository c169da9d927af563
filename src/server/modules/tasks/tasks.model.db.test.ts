import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TaskStatus } from '#contracts/task-types.ts';
import { Failure } from '#server/kernel/failure.ts';
import { testDatabase } from '#test/support/database.ts';
import { randomRuns } from '#test/support/runs.ts';
import { createRuns } from './run.service.ts';
import { claimRun } from './run.store.ts';
import { createScheduler } from './scheduler.ts';
import { createTasks } from './task.service.ts';
import { readTasks } from './task.store.ts';
import { heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
const now = () => new Date();
const { types } = heldTypes('RATINGS', 'REINDEX');
const notices: string[] = [];
const runs = createRuns({ db, now, notify: async (_tx, { detail = '' }) => void notices.push(detail) });
const tasks = createTasks({
  ...{ db, runs, now, timeZone: 'UTC' },
  types: new Map(types.map((type) => [type.name, type])),
  scheduler: createScheduler({ runs, timeZone: 'UTC', now }),
});

/** Four tasks: a parent with two children, one of them with a cron of its own, and one of the same type as the parent. */
const NAMES = ['parent', 'child', 'timed', 'alone'] as const;
type Name = (typeof NAMES)[number];
const TYPES = { parent: 'RATINGS', child: 'REINDEX', timed: 'REINDEX', alone: 'RATINGS' } as const;
const FOLLOWS = new Set<Name>(['child', 'timed']);

const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('execute' as const), name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('slot' as const), name }) },
  { weight: 6, arbitrary: fc.constant({ do: 'claim' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      name,
      how: fc.constantFrom('FINISHED' as const, 'ERROR' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), name }) },
);

interface Run {
  readonly id: number;
  readonly name: Name;
  readonly ordered: boolean;
  status: TaskStatus;
}

/** How tasks run, as whoever reads these lines would do it with a list of runs. */
const plainModel = () => {
  const open: Run[] = [];
  const last = new Map<Name, TaskStatus>();
  let missed = 0;
  let told = 0;
  let ids = 0;
  const runOf = (of: Name) => open.find((run) => run.name === of);
  const isFree = (run: Pick<Run, 'name' | 'ordered'>): boolean => {
    if (FOLLOWS.has(run.name)) {
      if (runOf('parent')) return false;
      if (!run.ordered && (last.get('parent') === 'ERROR' || last.get('parent') === 'CANCELLED')) return false;
    }
    return !open.some(
      (one) => one.name !== run.name && TYPES[one.name] === TYPES[run.name] && one.status !== 'WAITING',
    );
  };
  const add = (of: Name, ordered: boolean): void => {
    ids += 1;
    const run = { name: of, ordered };
    open.push({ id: ids, ...run, status: isFree(run) ? 'READY' : 'WAITING' });
  };
  const release = (): void => {
    for (const run of open) if (run.status === 'WAITING' && isFree(run)) run.status = 'READY';
  };
  const end = (run: Run, how: TaskStatus): void => {
    if (how === 'ERROR' && last.get(run.name) !== 'ERROR') told += 1;
    open.splice(open.indexOf(run), 1);
    last.set(run.name, how);
    if (run.name === 'parent' && !runOf('child')) add('child', false);
    release();
  };
  return {
    runOf,
    missed: () => missed,
    told: () => told,
    statusOf: (of: Name): TaskStatus => runOf(of)?.status ?? last.get(of) ?? 'FINISHED',
    execute: (of: Name): string => {
      const run = runOf(of);
      if (run && run.status !== 'WAITING') return 'task_busy';
      if (run) {
        // The order takes the place of the turn that it has waited for.
        const ordered = {
          ...run,
          ordered: true,
          status: isFree({ name: of, ordered: true }) ? ('READY' as const) : run.status,
        };
        open.splice(open.indexOf(run), 1, ordered);
      } else add(of, true);
      return 'done';
    },
    slot: (of: Name): void => {
      if (runOf(of)) missed += 1;
      else add(of, false);
    },
    claim: (): void => {
      const isGoing = (run: Run) =>
        open.some(
          (one) => TYPES[one.name] === TYPES[run.name] && (one.status === 'EXECUTING' || one.status === 'CANCELLING'),
        );
      const run = open.find((one) => one.status === 'READY' && !isGoing(one));
      if (run) run.status = 'EXECUTING';
    },
    end: (of: Name, how: 'FINISHED' | 'ERROR'): void => {
      const run = runOf(of);
      if (run?.status === 'EXECUTING') end(run, how);
      if (run?.status === 'CANCELLING') end(run, 'CANCELLED');
    },
    cancel: (of: Name): string => {
      const run = runOf(of);
      if (!run) return 'task_idle';
      if (run.status === 'EXECUTING') run.status = 'CANCELLING';
      if (run.status === 'READY' || run.status === 'WAITING') end(run, 'CANCELLED');
      return 'done';
    },
  };
};

const answerOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.reason;
      throw error;
    },
  );

it('whatever is asked for, in whatever order, each run waits, begins and ends when it should', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await db.query('truncate task cascade');
      notices.splice(0);
      const ids = new Map<Name, number>();
      for (const each of NAMES) {
        const parentTaskName = FOLLOWS.has(each) ? 'parent' : null;
        const cron = each === 'timed' ? '0 0 3 * * *' : '';
        const { idTask } = await tasks.create({ name: each, task: TYPES[each], parentTaskName, cron, active: 1 });
        ids.set(each, idTask);
      }
      const model = plainModel();
      const idOf = (of: Name): number => ids.get(of) ?? 0;
      let slots = 0;
      for (const one of steps) {
        if (one.do === 'execute')
          expect(await answerOf(tasks.execute(idOf(one.name), {}))).toBe(model.execute(one.name));
        if (one.do === 'cancel') expect(await answerOf(tasks.cancel(idOf(one.name)))).toBe(model.cancel(one.name));
        if (one.do === 'slot') {
          slots += 1;
          const slot = new Date(Date.UTC(2026, 0, 1) + slots * 60_000);
          await runs.change(async (tx) => {
            const [task] = await readTasks(tx, idOf(one.name));
            if (task) await runs.askInTurn(tx, task, { reason: 'CRON', slot });
          });
          model.slot(one.name);
        }
        if (one.do === 'claim') {
          await runs.change((tx) => claimRun(tx, 1, { at: now(), only: null }));
          model.claim();
        }
        if (one.do === 'end') {
          await runs.change(async (tx) => {
            const open = await runs.openOf(tx, idOf(one.name));
            if (open?.status === 'EXECUTING') await runs.end(tx, open, { status: one.how, error: 'why' });
            if (open?.status === 'CANCELLING') await runs.end(tx, open, { status: 'CANCELLED' });
          });
          model.end(one.name, one.how);
        }
        const shown = await tasks.list();
        const statuses = Object.fromEntries(shown.map((task) => [task.name, task.status]));
        expect(statuses).toEqual(Object.fromEntries(NAMES.map((each) => [each, model.statusOf(each)])));
        expect(shown.reduce((sum, task) => sum + task.missed, 0)).toBe(model.missed());
        expect(notices.length).toBe(model.told());
      }
    }),
    { numRuns: randomRuns(40) },
  ));
