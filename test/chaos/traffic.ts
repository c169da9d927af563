import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call, Client, Seen } from './client.ts';
import { startLoad } from './client.ts';
import type { People } from './people.ts';
import { buying, type Purchase } from './purchases.ts';

/** What is asked, and how many times of 40. */
const SHARES = {
  title: 15,
  metered: 4,
  search: 5,
  suggest: 2,
  discover: 3,
  batch: 2,
  usage: 1,
  people: 2,
  audit: 1,
  notifications: 1,
  edit: 3,
  own: 1,
} as const;
type Kind = keyof typeof SHARES;
const KINDS = (Object.keys(SHARES) as Kind[]).flatMap((kind) => Array<Kind>(SHARES[kind]).fill(kind));
/** Ms between two runs of a task that are asked for by hand, and between two purchases of a buyer. */
const [TASK_MS, PURCHASE_MS] = [4_000, 1_000];

export interface Traffic {
  readonly seen: readonly Seen[];
  readonly sent: () => number;
  readonly purchases: readonly Purchase[];
  /** Answers with data that a limited token was given. */
  readonly granted: (token: string) => number;
  /** Ends it; resolves when everything has its answer and every purchase came to its end. */
  readonly stop: () => Promise<void>;
}

interface Given {
  readonly people: People;
  /** Tokens whose day ends while the traffic goes on. */
  readonly metered: readonly string[];
  readonly perSecond: number;
  /** A task that is asked for by hand. */
  readonly taskId: number;
}

/** The mixed calls of everybody, steadily; what comes of each is kept. */
export const startTraffic = (client: Client, { people, metered, perSecond, taskId }: Given): Traffic => {
  const seen: Seen[] = [];
  const granted = new Map<string, number>();
  const ask = async (call: Call): Promise<Answer> => {
    const answer = await client.call(call);
    const { body: _, ...kept } = answer;
    seen.push(kept);
    return answer;
  };
  const some = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const title = (): string => `/api/v1/movie/${some(people.titles)}`;
  const reader = () => ({ token: some(people.readers) });
  const admin = { token: people.admin };

  const edit = async (): Promise<unknown> => {
    const user = some(people.edited.filter(({ busy }) => !busy));
    // All of them wait for their answers: somebody else asks for something then.
    if (!user) return ask({ kind: 'title', path: title(), ...reader() });
    user.busy = true;
    user.sent += 1;
    const value = user.sent;
    const body = { token: user.token, maxRequests: value };
    const answer = await ask({ kind: 'edit', method: 'PUT', path: '/api/admin/user', ...admin, body });
    if (answer.expected) user.acknowledged = value;
    user.busy = false;
    return answer;
  };
  const calls: Record<Kind, () => Promise<unknown>> = {
    title: () => ask({ kind: 'title', path: title(), ...reader() }),
    metered: async () => {
      const token = some(metered);
      const { status } = await ask({ kind: 'metered', path: title(), token, expected: [429] });
      if (status === 200) granted.set(token, (granted.get(token) ?? 0) + 1);
    },
    search: () =>
      ask({ kind: 'search', path: `/api/v1/search?q=${encodeURIComponent(some(people.words))}`, ...reader() }),
    suggest: () => ask({ kind: 'suggest', path: `/api/v1/suggest?q=${some(people.words).slice(0, 4)}`, ...reader() }),
    discover: () =>
      ask({
        kind: 'discover',
        path: `/api/v1/discover?type=M&yearFrom=${1950 + Math.floor(Math.random() * 60)}`,
        ...reader(),
      }),
    batch: () =>
      ask({
        kind: 'batch',
        method: 'POST',
        path: '/api/v1/batch',
        ...reader(),
        body: { ids: people.titles.slice(0, 5) },
      }),
    usage: () => ask({ kind: 'usage', path: '/api/v1/usage', ...reader() }),
    people: () => ask({ kind: 'people', path: '/api/admin/users', ...admin }),
    audit: () => ask({ kind: 'audit', path: '/api/admin/audit', ...admin }),
    notifications: () => ask({ kind: 'notifications', path: '/api/admin/notifications', ...admin }),
    edit,
    own: () => ask({ kind: 'own', path: '/api/user/payments', token: some(people.buyers) }),
  };
  const load = startLoad(perSecond, () => calls[some(KINDS)]());

  let going = true;
  const purchases: Purchase[] = [];
  const buyer = async (token: string): Promise<void> => {
    while (going) {
      const purchase: Purchase = { key: randomUUID(), order: null, done: false };
      purchases.push(purchase);
      await buying(ask, token, purchase);
      await pause(PURCHASE_MS);
    }
  };
  const tasks = async (): Promise<void> => {
    while (going) {
      // One that is queued or going already is refused.
      const path = `/api/admin/tasks/execute-task/${taskId}`;
      await ask({ kind: 'task', method: 'POST', path, ...admin, expected: [409] });
      await pause(TASK_MS);
    }
  };
  const others = [...people.buyers.map(buyer), tasks()];
  return {
    ...{ seen, purchases, sent: load.sent },
    granted: (token) => granted.get(token) ?? 0,
    stop: async () => {
      going = false;
      await Promise.all([load.stop(), ...others]);
    },
  };
};
