import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/db/open.ts';
import { silentLog } from '#test/support/log.ts';
import { type Answer, type Call, openClient } from './client.ts';
import { type Figures, worst } from './figures.ts';
import { startOwn } from './own.ts';
import { PASSWORD, signIn } from './people.ts';
import { buying, type Purchase } from './purchases.ts';
import { atMost, type Scenario, type Verdict } from './scenario.ts';

/** The product as a user starts it, with a database of its own in its data folder. */

/** Ms after which a connection of PostgreSQL that does nothing has told what it did: 10 s, and some. */
const TOLD_MS = 10_500;
/** How many of each kind are made, one after the other. */
const [MANY, FEW] = [100, 25];
const KINDS = ['new tokens', 'roles', 'purchases'] as const;

/** A sync serves all commits that wait for it, but none that is asked for after its answer: so there is one for each at least. */
const synced = (figures: Figures, kind: string): Verdict => {
  const [asked, syncs] = [worst(figures, `acknowledged ${kind}`), worst(figures, `syncs for ${kind}`)];
  return {
    promise: 'R2',
    figure: `${syncs} syncs of the WAL for ${asked} acknowledged changes (${kind})`,
    wanted: `at least ${asked}`,
    held: asked > 0 && syncs >= asked,
  };
};

const power: Scenario = {
  name: 'power',
  what: 'new tokens, roles and purchases, one after the other: how often the own database syncs its WAL meanwhile',
  seconds: [55, 50],
  perSecond: 5,
  run: async ({ stack, short, note }) => {
    const own = await startOwn(stack, 'power');
    const client = openClient(own.url);
    const db = await openDatabase({ dataFolder: own.folder, role: 'tool', log: silentLog, poolSize: 1 });
    try {
      await own.command('user', 'create', '--email', 'owner@example.org', '--password', PASSWORD, '--admin');
      const token = await signIn(client, 'owner@example.org');
      const asking = async (call: Call): Promise<Answer> => {
        const answer = await client.call({ token, ...call });
        if (!answer.expected) throw new Error(`${call.path}: ${answer.status} ${answer.body}`);
        return answer;
      };
      /** Each makes one, and answers how many changes were acknowledged one after the other. */
      const makers: Record<(typeof KINDS)[number], (nth: number) => Promise<number>> = {
        'new tokens': async () => {
          await asking({ kind: 'token', method: 'POST', path: '/api/user/invalidate-token' });
          return 1;
        },
        roles: async (nth) => {
          const body = { rol: `POWER ${nth}`, description: '', requests: nth };
          await asking({ kind: 'role', method: 'POST', path: '/api/admin/role', body });
          return 1;
        },
        purchases: async () => {
          const purchase: Purchase = { key: randomUUID(), order: null, done: false };
          await buying(asking, token, purchase);
          if (!purchase.done) throw new Error('a purchase did not come to its end');
          // That it was begun, and that it was paid.
          return 2;
        },
      };
      // Of those alone who answer: what others sync later would be too late for an answer.
      const syncs = async (): Promise<number> => {
        const { rows } = await db.query<{ n: number }>(
          `select sum(fsyncs)::int as n from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
        );
        return rows[0]?.n ?? 0;
      };
      await pause(TOLD_MS);
      let before = await syncs();
      for (const kind of KINDS) {
        let acknowledged = 0;
        for (let nth = 0; nth < (short ? FEW : MANY); nth += 1) acknowledged += await makers[kind](nth);
        await pause(TOLD_MS);
        const after = await syncs();
        note(`acknowledged ${kind}`, acknowledged);
        note(`syncs for ${kind}`, after - before);
        before = after;
      }
    } finally {
      client.close();
      await db.close();
      await own.end('SIGTERM');
    }
  },
  judge: (figures) => KINDS.map((kind) => synced(figures, kind)),
};

/** Ms for a process that may not serve to end, and for one to take over from another that was killed (bounds of our own). */
const [REFUSED_MS, TAKEN_MS] = [3_000, 10_000];

const second: Scenario = {
  name: 'second',
  what: 'a second process on a data folder, also while the first is stopped (kill -STOP); kill -9 of the first, and a start',
  seconds: [30, 20],
  perSecond: 5,
  run: async ({ stack, short, note }) => {
    const own = await startOwn(stack, 'second');
    try {
      for (let round = 0; round < (short ? 1 : 3); round += 1) {
        const first = own.pid() ?? 0;
        const refused = async (name: string): Promise<void> => {
          const { code, stderr, ms } = await own.second();
          note(name, ms);
          if (!code || !stderr.includes(`(pid ${first})`)) note('not refused', 1);
        };
        await refused('refused in ms');
        process.kill(first, 'SIGSTOP');
        try {
          await refused('refused beside one that is stopped in ms');
        } finally {
          process.kill(first, 'SIGCONT');
        }
        await own.end('SIGKILL');
        note('taken over in ms', await own.start());
      }
    } finally {
      await own.end('SIGTERM');
    }
  },
  judge: (figures) => {
    const refused = (name: string) => worst(figures, name);
    return [
      atMost(
        'R3',
        'second processes that did not end and name the first',
        figures.own.get('not refused')?.length ?? 0,
        0,
      ),
      atMost('R3', 'until a second process has ended', refused('refused in ms'), REFUSED_MS, ' ms'),
      atMost(
        'R3',
        'until it has ended beside one that is stopped',
        refused('refused beside one that is stopped in ms'),
        REFUSED_MS,
        ' ms',
      ),
      atMost(
        'R3',
        'until the folder of a killed one is served again',
        worst(figures, 'taken over in ms'),
        TAKEN_MS,
        ' ms',
      ),
    ];
  },
};

export const OWN_SCENARIOS: readonly Scenario[] = [power, second];
