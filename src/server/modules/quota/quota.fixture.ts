import type { Leases } from '#server/platform/counters/leases.ts';
import type { Ledger } from '#server/platform/counters/ledger.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Caller, Spent } from '#server/platform/http/route.ts';
import { keptLog } from '#test/support/log.ts';
import { createQuota, type Quotas } from './quota.service.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

/** A clock that is set by hand. */
export const handClock = (at = NOON) => {
  const clock = { at, now: () => new Date(clock.at) };
  return clock;
};

export const callerOf = (accountId: number, limit: number | null): Caller => ({
  maxRegs: 20,
  accountId,
  tokenId: 1,
  limit,
  person: null,
});

/** The same with a token of a key that has a limit of its own. */
export const withKey = (caller: Caller, id: number, limit: number): Caller => ({ ...caller, key: { id, limit } });

/** Accounts of a database, statements counted. */
export const quotasOn = (db: Executor) => {
  let made = 0;
  const state = { statements: 0, clock: handClock(), log: keptLog() };
  const counted: Executor = {
    query: (query, values) => {
      state.statements += 1;
      return db.query(query, values);
    },
  };
  const newAccount = async (): Promise<number> => {
    const { rows } = await db.query<{ id: number }>('insert into account (email) values ($1) returning id', [
      `quota-${++made}@example.org`,
    ]);
    return rows[0]?.id ?? 0;
  };
  /** A key of an account, by its id. */
  const newKey = async (accountId: number): Promise<number> => {
    const { rows } = await db.query<{ id: number }>(
      `insert into api_token (account_id, first, hash, sealed) values ($1, false, $2, 'x') returning id`,
      [accountId, `key ${++made}`],
    );
    return rows[0]?.id ?? 0;
  };
  const newQuota = (leases: Leases, mostLeases?: number, ledger?: Ledger): Quotas =>
    createQuota({
      db: counted,
      leases,
      ...(ledger && { ledger, ticks: () => state.clock.at }),
      now: state.clock.now,
      log: state.log,
      ...(mostLeases !== undefined && { mostLeases }),
    });
  /** What the table says of the account's newest day. */
  const reservedOf = async (accountId: number): Promise<number> => {
    const { rows } = await db.query<{ reserved: number }>(
      'select reserved from quota_day where account_id = $1 order by day desc limit 1',
      [accountId],
    );
    return rows[0]?.reserved ?? 0;
  };
  /** The same of a key. */
  const reservedOfKey = async (keyId: number): Promise<number> => {
    const { rows } = await db.query<{ reserved: number }>(
      'select reserved from key_day where key_id = $1 order by day desc limit 1',
      [keyId],
    );
    return rows[0]?.reserved ?? 0;
  };
  return { state, newAccount, newKey, newQuota, reservedOf, reservedOfKey };
};

/** Many calls at once, spread over the nodes; those that were granted. */
export const spendMany = async (
  nodes: readonly Pick<Quotas, 'spend'>[],
  count: number,
  caller: Caller,
  cost = 1,
): Promise<Spent[]> => {
  const calls = Array.from({ length: count }, (_, index) => nodes[index % nodes.length]?.spend(caller, cost));
  return (await Promise.all(calls)).filter((spent) => spent !== undefined).filter(({ granted }) => granted);
};

/** Calls one after the other until one is refused; how many were granted. */
export const spendAll = async (quota: Pick<Quotas, 'spend'>, caller: Caller, cost = 1): Promise<number> => {
  for (let granted = 0; ; granted += 1) if (!(await quota.spend(caller, cost)).granted) return granted;
};

export const remainingOf = ({ headers }: Spent): number => Number(headers['X-RateLimit-Remaining']);
