import { LRUCache } from 'lru-cache';
import { createBatcher } from '#server/kernel/batcher.ts';
import type { Block, Known, LeaseKey, Leases, Taken } from './leases.ts';
import { FORGET, SPEND } from './redis-script.ts';
import { openRedisServer, type RedisServer, type RedisServerOptions } from './redis-server.ts';

export interface RedisLeasesOptions extends RedisServerOptions {
  /** What the names of all its keys begin with. */
  readonly prefix?: string;
  readonly now?: () => Date;
}

export interface RedisLeases extends Leases, Pick<RedisServer, 'inUse' | 'opened'> {}

/** How long a refusal is remembered, in ms: no longer than a node may take to hear that requests were given back. */
const REMEMBER_MS = 300;
const REMEMBERED = 10_000;

/** Only asks and takes. */
const NOTHING: Block = { amount: 0, reserved: -1, turn: 0 };

/** What each cost got, in their order; null where the answer is none. */
const asTaken = (reply: unknown, costs: readonly number[]): readonly Taken[] | null => {
  if (!Array.isArray(reply)) return null;
  const [told, turn, atLast, ...oks] = reply.map(Number);
  if (told === undefined || turn === undefined || atLast === undefined || oks.length !== costs.length) return null;
  const reserved = told < 0 ? null : told;
  const taken: Taken[] = [];
  let left = atLast;
  for (const [at, cost] of [...costs.entries()].reverse()) {
    const ok = oks[at] === 1;
    taken.push({ ok, left, reserved, turn });
    if (ok) left += cost;
  }
  return taken.reverse();
};

/** Leases of all nodes together, in Redis or Valkey. */
export const createRedisLeases = ({
  prefix = 'kinodex:',
  now = () => new Date(),
  ...options
}: RedisLeasesOptions): RedisLeases => {
  const server = openRedisServer(options, [SPEND, FORGET]);
  const exhausted = new LRUCache<string, Known & { readonly at: number }>({ max: REMEMBERED });
  const nameOf = ({ accountId, day }: LeaseKey): string => `${prefix}leases:${day}:${accountId}`;

  const spend = async (
    name: string,
    limit: number,
    { amount, reserved, turn }: Block,
    costs: readonly number[],
  ): Promise<readonly Taken[] | null> => {
    const args = [limit, amount, reserved, turn, ...costs].map(String);
    const taken = asTaken(await server.run(SPEND, name, args), costs);
    const last = taken?.at(-1);
    if (last && last.reserved !== null && taken?.some(({ ok }) => !ok))
      exhausted.set(name, { left: last.left, reserved: last.reserved, at: now().getTime() });
    return taken;
  };

  const takers = new Map<string, (cost: number) => Promise<Taken | null>>();
  /** Takes costs of one turn together: a busy account then costs the server one command, not one a call. */
  const takerOf = (name: string, limit: number): ((cost: number) => Promise<Taken | null>) => {
    const key = `${limit} ${name}`;
    const known = takers.get(key);
    if (known) return known;
    const taker = createBatcher(async (costs: readonly number[]) => {
      takers.delete(key);
      return (await spend(name, limit, NOTHING, costs)) ?? costs.map(() => null);
    });
    takers.set(key, taker);
    return taker;
  };

  return {
    take: (key, cost, limit) => takerOf(nameOf(key), limit)(cost),
    put: async (key, block, cost, limit) => (await spend(nameOf(key), limit, block, [cost]))?.[0] ?? null,
    forget: async (key) => {
      const name = nameOf(key);
      await server.run(FORGET, name, []);
      exhausted.delete(name);
    },
    known: (key) => {
      const seen = exhausted.get(nameOf(key));
      return seen && Math.abs(now().getTime() - seen.at) < REMEMBER_MS ? seen : null;
    },
    drain: () => [],
    close: server.close,
    inUse: server.inUse,
    opened: server.opened,
  };
};
