import type { LeaseKey } from '#server/platform/counters/leases.ts';
import type { Ledger } from '#server/platform/counters/ledger.ts';
import { DatabaseSilent } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';

const nameOf = ({ accountId, day }: LeaseKey): string => `${accountId} ${day}`;

type Statement = 'reserve' | 'add' | 'find' | 'lower' | 'putBack';
const STATEMENTS: readonly (readonly [Statement, RegExp])[] = [
  ['reserve', /^insert into quota_day\b.*<= \$4::bigint\s+returning reserved$/s],
  ['add', /^insert into quota_day\b.*from account\b/s],
  ['find', /^select reserved from quota_day\b/],
  ['lower', /^update quota_day set\b/],
  ['putBack', /^update quota_day q set\b/],
];

/** The days of all accounts in memory, as the statements of the store change them; to fail and to answer late at will. */
export const quotaTable = () => {
  const days = new Map<string, number>();
  const held = new Map<Statement, Promise<void>>();
  const state = { asked: [] as Statement[], failure: null as Error | null };

  const of = (key: LeaseKey): number => days.get(nameOf(key)) ?? 0;
  const write = (key: LeaseKey, reserved: number): number => {
    days.set(nameOf(key), reserved);
    return reserved;
  };

  const run = (statement: Statement, values: readonly unknown[]): readonly number[] => {
    if (statement === 'putBack') {
      const [accounts, dates, amounts] = values as [number[], number[], number[]];
      for (const [at, accountId] of accounts.entries()) {
        const key = { accountId, day: dates[at] ?? 0 };
        write(key, Math.max(of(key) - (amounts[at] ?? 0), 0));
      }
      return [];
    }
    const [accountId = 0, day = 0, amount = 0, other = 0] = values as number[];
    const key = { accountId, day };
    if (statement === 'reserve') return of(key) + amount <= other ? [write(key, of(key) + amount)] : [];
    if (statement === 'add') return [write(key, of(key) + amount)];
    if (statement === 'lower') return [write(key, of(key) - Math.max(Math.min(amount, of(key) - other), 0))];
    return days.has(nameOf(key)) ? [of(key)] : [];
  };

  const query = async (asked: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
    const { text, values: own = values } = typeof asked === 'string' ? { text: asked } : asked;
    const [statement] = STATEMENTS.find(([, form]) => form.test(text)) ?? [];
    if (statement === undefined) throw new Error(`the table of days knows nothing of: ${text}`);
    state.asked.push(statement);
    if (state.failure) throw state.failure;
    const rows = run(statement, own).map((reserved) => ({ reserved }));
    await held.get(statement);
    return { rows };
  };

  return {
    db: { query } as unknown as Executor,
    state,
    of,
    /** Keeps the answers to a statement, of which each has done its work, until what this answers is called. */
    hold: (statement: Statement): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(statement, promise);
      return () => {
        held.delete(statement);
        resolve();
      };
    },
    /** How often it was asked something since the last time somebody wanted to know. */
    count: (statement: Statement): number => {
      const of = state.asked.filter((one) => one === statement).length;
      state.asked = state.asked.filter((one) => one !== statement);
      return of;
    },
  };
};

export const full = (): Error => Object.assign(new Error('could not extend file'), { code: '53100' });
export const silent = (): Error => new DatabaseSilent();

/** A ledger in memory with room for so many days. */
export const memoryLedger = (room = 100) => {
  const owed = new Map<string, LeaseKey & { readonly amount: number }>();
  const state = { writes: 0, isClosed: false };
  const ledger: Ledger = {
    of: (key) => owed.get(nameOf(key))?.amount ?? 0,
    add: (key, amount) => {
      const name = nameOf(key);
      if (!owed.has(name) && owed.size >= room) return false;
      state.writes += 1;
      const after = (owed.get(name)?.amount ?? 0) + amount;
      if (after > 0) owed.set(name, { ...key, amount: after });
      else owed.delete(name);
      return true;
    },
    keys: () => [...owed.values()],
    close: () => {
      state.isClosed = true;
    },
  };
  return { ledger, state };
};

/** Time enough for everything that waits for nothing but answers at hand. */
export const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
