import { LRUCache } from 'lru-cache';
import type { Known, LeaseKey, Leases, Taken } from './leases.ts';
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

const asTaken = (reply: unknown): Taken | null => {
  if (!Array.isArray(reply)) return null;
  const [ok, left, reserved, turn] = reply.map(Number);
  if (left === undefined || reserved === undefined || turn === undefined) return null;
  return { ok: ok === 1, left, reserved: reserved < 0 ? null : reserved, turn };
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

  const spend = async (key: LeaseKey, args: readonly string[]): Promise<Taken | null> => {
    const name = nameOf(key);
    const taken = asTaken(await server.run(SPEND, name, args));
    if (taken && !taken.ok && taken.reserved !== null)
      exhausted.set(name, { left: taken.left, reserved: taken.reserved, at: now().getTime() });
    return taken;
  };

  return {
    take: (key, cost, limit) => spend(key, [`${cost}`, `${limit}`, '0', '-1', '0']),
    put: (key, { amount, reserved, turn }, cost, limit) =>
      spend(key, [`${cost}`, `${limit}`, `${amount}`, `${reserved}`, `${turn}`]),
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
