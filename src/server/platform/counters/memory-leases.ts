import type { LeaseKey, Leases, Leftover, Taken } from './leases.ts';

interface Entry {
  left: number;
  reserved: number | null;
  turn: number;
}

/** Days that are kept: the one that runs, and the one before it for calls that began in it. */
const DAYS = 2;

/** Leases of this process alone: every answer comes at once. */
export const createMemoryLeases = (): Leases => {
  const days = new Map<number, Map<number, Entry>>();
  let turns = 0;
  let newest: { day: number; leases: Map<number, Entry> } = { day: -1, leases: new Map() };

  const leasesOf = (day: number): Map<number, Entry> | undefined =>
    day === newest.day ? newest.leases : days.get(day);

  const begin = (day: number): Map<number, Entry> => {
    const leases = new Map<number, Entry>();
    days.set(day, leases);
    for (const old of days.keys()) if (days.size > DAYS) days.delete(old);
    newest = { day, leases };
    return leases;
  };

  const takeFrom = (entry: Entry, cost: number, limit: number): Taken => {
    const { left, reserved } = entry;
    const ok = reserved !== null && left >= cost && reserved - left + cost <= limit;
    if (ok) entry.left = left - cost;
    return { ok, left: entry.left, reserved, turn: entry.turn };
  };

  const find = ({ accountId, day }: LeaseKey): Entry | undefined => leasesOf(day)?.get(accountId);

  return {
    take: (key, cost, limit) => {
      const entry = find(key);
      return entry ? takeFrom(entry, cost, limit) : { ok: false, left: 0, reserved: null, turn: turns };
    },
    put: (key, { amount, reserved, turn }, cost, limit) => {
      const leases = leasesOf(key.day) ?? begin(key.day);
      const entry = leases.get(key.accountId) ?? { left: 0, reserved: null, turn: turns };
      leases.set(key.accountId, entry);
      entry.left += amount;
      // Answers of the table may overtake each other; while nobody lowers it, the larger one is the later one.
      if (turn === entry.turn) entry.reserved = Math.max(entry.reserved ?? 0, reserved);
      return takeFrom(entry, cost, limit);
    },
    forget: (key) => {
      turns += 1;
      const entry = find(key);
      if (!entry) return;
      entry.reserved = null;
      entry.turn = turns;
    },
    known: (key) => {
      const entry = find(key);
      return entry && entry.reserved !== null ? { left: entry.left, reserved: entry.reserved } : null;
    },
    drain: (keep) => {
      const taken: Leftover[] = [];
      const { day, leases } = newest;
      for (const [accountId, { left }] of leases) {
        if (leases.size <= keep) break;
        leases.delete(accountId);
        if (left > 0) taken.push({ accountId, day, left });
      }
      return taken;
    },
    close: () => days.clear(),
  };
};
