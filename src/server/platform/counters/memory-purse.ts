import type { Leftover, Purse, PurseKey, Taken } from './purse.ts';

interface Entry {
  left: number;
  reserved: number | null;
  turn: number;
}

/** Days that are kept: the one that runs, and the one before it for calls that began in it. */
const DAYS = 2;

/** Purses of this process alone: every answer comes at once. */
export const createMemoryPurse = (): Purse => {
  const days = new Map<number, Map<number, Entry>>();
  let turns = 0;
  let newest: { day: number; purses: Map<number, Entry> } = { day: -1, purses: new Map() };

  const pursesOf = (day: number): Map<number, Entry> | undefined =>
    day === newest.day ? newest.purses : days.get(day);

  const begin = (day: number): Map<number, Entry> => {
    const purses = new Map<number, Entry>();
    days.set(day, purses);
    for (const old of days.keys()) if (days.size > DAYS) days.delete(old);
    newest = { day, purses };
    return purses;
  };

  const takeFrom = (entry: Entry, cost: number, limit: number): Taken => {
    const { left, reserved } = entry;
    const ok = reserved !== null && left >= cost && reserved - left + cost <= limit;
    if (ok) entry.left = left - cost;
    return { ok, left: entry.left, reserved, turn: entry.turn };
  };

  const find = ({ accountId, day }: PurseKey): Entry | undefined => pursesOf(day)?.get(accountId);

  return {
    take: (key, cost, limit) => {
      const entry = find(key);
      return entry ? takeFrom(entry, cost, limit) : { ok: false, left: 0, reserved: null, turn: turns };
    },
    put: (key, { amount, reserved, turn }, cost, limit) => {
      const purses = pursesOf(key.day) ?? begin(key.day);
      const entry = purses.get(key.accountId) ?? { left: 0, reserved: null, turn: turns };
      purses.set(key.accountId, entry);
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
      const { day, purses } = newest;
      for (const [accountId, { left }] of purses) {
        if (purses.size <= keep) break;
        purses.delete(accountId);
        if (left > 0) taken.push({ accountId, day, left });
      }
      return taken;
    },
    close: () => days.clear(),
  };
};
