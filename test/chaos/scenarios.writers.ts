import { setTimeout as pause } from 'node:timers/promises';
import { LOCKS } from '#server/platform/db/locks.ts';
import { type Answer, openClient } from './client.ts';
import { worst } from './figures.ts';
import { holdRun } from './held.ts';
import { dataOf } from './people.ts';
import { atMost, type Scenario } from './scenario.ts';

/** Who writes too late, and who writes over what somebody else has written meanwhile. */

/** Ms within which a run is given up: 45 s of silence, and some looks. */
const GIVEN_UP_MS = 75_000;
/** Ms for who was given up to take part again, and to have said all that it still wants to. */
const [AGAIN_MS, SAID_MS] = [30_000, 3_000];
/** The locks that nodes are known by. */
const NODES = `from pg_locks where locktype = 'advisory' and granted and classid = ${LOCKS.taskNodes} and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

const late: Scenario = {
  name: 'late',
  what: 'the worker is stopped (kill -STOP) in the middle of a task until another has given up its run, and goes on',
  seconds: [90, 40],
  perSecond: 5,
  run: async ({ stack, short, note }) => {
    const { primary, worker } = stack;
    const { run, release } = await holdRun(stack);
    const stopped = worker.pid() ?? 0;
    // Started now, so that the run is not its own.
    const heir = await stack.nodeOf('heir', 'worker');
    /** All runs of the worker as they stand, each with its lines. */
    const book = async (): Promise<ReadonlyMap<string, string>> => {
      const rows = await primary.query<{ id: string; text: string }>(
        `select id, to_jsonb(r) || jsonb_build_object('lines', (select count(*) from task_line where run_id = r.id)) as text
          from task_run r where node = $1`,
        [run.node],
      );
      return new Map(rows.map(({ id, text }) => [id, JSON.stringify(text)]));
    };
    const until = async (what: string, patience: number, is: () => Promise<boolean>): Promise<void> => {
      for (const began = performance.now(); !(await is()); await pause(100))
        if (performance.now() - began > patience) throw new Error(`${what}: not within ${patience} ms`);
    };
    try {
      // Not while it notes that it begins: others could change no task until that transaction is ended for it.
      await pause(500);
      process.kill(stopped, 'SIGSTOP');
      const at = performance.now();
      try {
        await release();
        await heir.start();
        // In place of the 45 s after which the heir does the same.
        if (short) await primary.query(`select pg_terminate_backend(pid) ${NODES} and objid = $1`, [run.node]);
        const open = `select from task_run where node = $1 and status in ('EXECUTING', 'CANCELLING')`;
        await until('given up', GIVEN_UP_MS, async () => (await primary.query(open, [run.node])).length === 0);
        note('given up in ms', performance.now() - at);
        const before = await book();
        process.kill(stopped, 'SIGCONT');
        await until('back', AGAIN_MS, async () => (await primary.query(`select ${NODES}`)).length === 2);
        await pause(SAID_MS);
        const after = await book();
        note('runs given up', before.size);
        note('late writes', [...after].filter(([id, text]) => before.get(id) !== text).length);
      } finally {
        process.kill(stopped, 'SIGCONT');
      }
    } finally {
      await heir.end('SIGTERM');
    }
  },
  judge: (figures) => [
    atMost('R9', 'runs written to by a worker after they were given up', worst(figures, 'late writes'), 0),
  ],
};

/** Edits at once that name the same version, half of them at each web node. */
const AT_ONCE = 10;

/** Records with a version: where one is saved, by which method it is changed, what names it, and what is changed of it. */
const RECORDS = [
  { path: '/api/admin/role', change: 'POST', id: 'idRol', field: 'description' },
  { path: '/api/admin/product', change: 'POST', id: 'idProduct', field: 'description' },
  { path: '/api/admin/tasks', change: 'PATCH', id: 'idTask', field: 'name' },
] as const;
const MADE = {
  idRol: { rol: 'STALE', description: '', requests: 1 },
  idProduct: { name: 'Stale', description: '', price: 1, period: 30, role: [] },
  idTask: { name: 'stale', task: 'CHECK_CATALOGUE', active: 0 },
} as const;

const stale: Scenario = {
  name: 'stale',
  what: 'edits of a role, a product and a task at once, at two nodes, that all name the same version',
  seconds: [12, 8],
  perSecond: 5,
  run: async ({ stack, people, short, note }) => {
    const clients = [openClient(stack.a.url), openClient(stack.b.url)] as const;
    const save = (nth: number, method: string, path: string, body: object): Promise<Answer> =>
      (nth % 2 === 0 ? clients[0] : clients[1]).call({ kind: 'edit', method, path, token: people.admin, body });
    try {
      for (const { path, change, id, field } of RECORDS) {
        const made = await save(0, 'POST', path, MADE[id]);
        if (!made.expected) throw new Error(`${path}: ${made.status} ${made.body}`);
        let seen = dataOf<Readonly<Record<string, unknown>>>(made.body);
        for (let round = 0; round < (short ? 5 : 10); round += 1) {
          const body = { ...MADE[id], [id]: seen[id], version: seen.version };
          const edits = Array.from({ length: AT_ONCE }, (_, nth) =>
            save(nth, change, path, { ...body, [field]: `stale ${round}.${nth}` }),
          );
          const answers = await Promise.all(edits);
          const taken = answers.filter(({ expected }) => expected);
          const refused = answers.filter(({ status, body }) => status === 409 && body.includes('changed_meanwhile'));
          note('taken', taken.length);
          note('refused', refused.length);
          if (taken[0]) seen = dataOf(taken[0].body);
        }
        await clients[0].call({ kind: 'edit', method: 'DELETE', path: `${path}/${seen[id]}`, token: people.admin });
      }
    } finally {
      for (const client of clients) client.close();
    }
  },
  judge: ({ own }) => {
    const [taken, refused] = [own.get('taken') ?? [], own.get('refused') ?? []];
    const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
    const [versions, sent] = [taken.length, taken.length * AT_ONCE];
    return [
      {
        promise: 'R17',
        figure: `${sum(taken)} of ${sent} edits of ${versions} versions taken`,
        wanted: `${versions}, one of each version`,
        held: versions > 0 && taken.every((count) => count === 1),
      },
      atMost('R17', 'of the others not told that it was changed meanwhile', sent - sum(taken) - sum(refused), 0),
    ];
  },
};

export const WRITER_SCENARIOS: readonly Scenario[] = [late, stale];
