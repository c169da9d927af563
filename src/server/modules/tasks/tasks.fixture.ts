import { Type } from 'typebox';
import { afterEach } from 'vitest';
import type { TaskTypeName } from '#contracts/task-types.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type RunContext, type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { keptLog } from '#test/support/log.ts';
import { createEngine } from './engine.ts';
import type { Node, NodeTimes } from './node.ts';

export const TIMES: NodeTimes = { look: 50, orphans: 50, upkeep: 50, silence: 45_000, last: 2_000 };

/** A run of a type below that is going, and waits to be told how to end. */
export interface Going {
  readonly context: RunContext;
  readonly given: { readonly text?: string | undefined };
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

/** Types whose runs do what the test says; a run ends also when it is told to. */
export const heldTypes = (...names: readonly TaskTypeName[]) => {
  const going = new Map<string, Going>();
  const begun: string[] = [];
  const typeOf = (name: TaskTypeName): TaskType =>
    taskType({
      name,
      summary: 'For tests.',
      category: 'cron',
      arguments: Type.Object({
        text: Type.Optional(Type.String({ maxLength: 20 })),
        times: Type.Optional(Type.Integer()),
      }),
      run: (given, context) =>
        new Promise<void>((resolve, reject) => {
          begun.push(name);
          context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
          const end = (how: () => void) => () => {
            going.delete(name);
            how();
          };
          going.set(name, { context, given, finish: end(resolve), fail: (error) => end(() => reject(error))() });
        }),
    });
  return { types: names.map(typeOf), going, begun };
};

/** Engines of nodes on one database, ended after each test. */
export const enginesOn = (db: Database) => {
  const nodes: Node[] = [];
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop();
  });
  return (types: readonly TaskType[], { now = () => new Date(), timeZone = 'UTC' } = {}) => {
    const log = keptLog();
    const notices: { readonly message: string; readonly detail?: string }[] = [];
    const engine = createEngine({
      ...{ db, types, timeZone, now, times: TIMES },
      notify: async (_tx, notice) => void notices.push(notice),
      callsOf: async () => new Map(),
      logs: () => log,
    });
    const start = async (): Promise<Node> => {
      const node = engine.createNode();
      nodes.push(node);
      await node.start();
      return node;
    };
    return { ...engine, start, notices, lines: log.lines };
  };
};
