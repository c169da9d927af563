import { type Key, type KeyUsage, MOST_FORMER, MOST_KEYS, OVERLAPS, type Overlap } from '#contracts/keys.api.ts';
import { visible } from '#contracts/session.ts';
import { failure } from '#server/kernel/failure.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { holdAccount } from '#server/modules/accounts/account.service.ts';
import type { Requests } from '#server/modules/accounts/usage.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { type AskedSettings, settingsOf, statusOf } from './key.rules.ts';
import {
  changeKey,
  endKey,
  endOldest,
  findFormer,
  findKeyName,
  findKeys,
  insertKey,
  insertNext,
  type KeyRow,
  type NewKey,
} from './key.store.ts';
import { type CallCount, usageOf } from './key-usage.rules.ts';
import { tokenHash } from './token.rules.ts';
import { newToken, seal } from './token.secret.ts';
import type { Tokens } from './token.service.ts';

export interface KeyOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly tokens: Pick<Tokens, 'issue' | 'shown' | 'waits'>;
  readonly requests: Pick<Requests, 'lastByKey'>;
  /** Requests of today with the tokens of a key that has a limit. */
  readonly usedByKey: (idKey: number) => Promise<number>;
  /** What the tokens of an account's key were answered lately. */
  readonly callsOf: (accountId: number, idKey: number) => Promise<readonly CallCount[]>;
  readonly now: () => Date;
}

/** Who asks, from where. */
export interface Asker {
  readonly accountId: number;
  readonly ip: string;
}

const isNamed = (name: string) => (key: KeyRow) => key.name.toLowerCase() === name.toLowerCase();

/** The keys of a user: named tokens with bounds of their own, that pay from one quota. */
export const createKeys = ({ db, secret, tokens, requests, usedByKey, callsOf, now }: KeyOptions) => {
  const list = async (accountId: number): Promise<readonly Key[]> => {
    const at = now();
    const rows = await findKeys(db, accountId);
    const former = await findFormer(db, accountId, at);
    const last = await requests.lastByKey(accountId);
    const waits = await tokens.waits(accountId);
    // Who takes the first token away means all that its user calls with.
    const isOff = rows.some(({ first, valid }) => first && !valid);
    const used = await Promise.all(
      rows.map(({ idKey, dailyLimit }) => (dailyLimit === null ? null : usedByKey(idKey))),
    );
    return rows.map(({ sealed, valid, expiresAt, made, addresses, ...row }, place) => {
      const latest = last.get(row.idKey);
      return {
        ...row,
        token: tokens.shown(sealed),
        status: statusOf({ valid: valid && !isOff, expiresAt, waits }, at),
        addresses: [...addresses],
        expiresAt: expiresAt?.toISOString() ?? null,
        made: made.toISOString(),
        used: used[place] ?? null,
        lastUsed: latest ? { date: latest.at.toISOString(), ip: latest.ip } : null,
        former: former
          .filter(({ idKey }) => idKey === row.idKey)
          .map((one) => ({ visible: visible(tokens.shown(one.sealed)), until: one.until.toISOString() })),
      };
    });
  };

  const keyOf = (rows: readonly KeyRow[], idKey: number): KeyRow => {
    const row = rows.find((one) => one.idKey === idKey);
    if (!row) throw failure('key_unknown');
    return row;
  };

  /** A new token for whoever asks, and its text nowhere. */
  const fresh = ({ accountId, ip }: Asker): NewKey => {
    const token = newToken();
    return { accountId, ip, at: now(), hash: tokenHash(token), sealed: seal(token, secret) };
  };

  /** A change of the keys of an account, which nobody else changes meanwhile; every node hears of it. */
  const change = <T>(accountId: number, work: (tx: Transaction, rows: readonly KeyRow[]) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      if (!(await holdAccount(tx, accountId))) throw failure('session_invalid');
      const done = await work(tx, await findKeys(tx, accountId));
      await publish(tx, PEOPLE_CHANGED);
      return done;
    });

  /** Throws `account_leaving`: what is made now would be refused. */
  const stays = async (tx: Transaction, accountId: number): Promise<void> => {
    if ((await tokens.waits(accountId, tx)) === 'LEAVING') throw failure('account_leaving');
  };

  const shown = async (accountId: number, idKey: number): Promise<Key> => {
    const key = (await list(accountId)).find((one) => one.idKey === idKey);
    if (!key) throw failure('key_unknown');
    return key;
  };

  return {
    /** The keys of a user; one without any gets the first. */
    show: async ({ accountId, ip }: Asker): Promise<readonly Key[]> => {
      await tokens.issue(db, accountId, ip);
      return list(accountId);
    },

    /** Throws `key_unknown`. */
    usage: async ({ accountId }: Asker, idKey: number): Promise<KeyUsage> => {
      keyOf(await findKeys(db, accountId), idKey);
      return usageOf(await callsOf(accountId, idKey));
    },

    /** Throws `account_leaving`, `keys_full`, `key_name_taken`, `token_locked` and `invalid_body`. */
    make: async (asker: Asker, asked: AskedSettings): Promise<Key> => {
      const { accountId, ip } = asker;
      const settings = settingsOf(asked, now());
      await tokens.issue(db, accountId, ip);
      const idKey = await change(accountId, async (tx, rows) => {
        await stays(tx, accountId);
        // A key that was taken away is not made up for by another one.
        if (rows.some(({ valid }) => !valid)) throw failure('token_locked');
        if (rows.length >= MOST_KEYS) throw failure('keys_full');
        if (rows.some(isNamed(settings.name))) throw failure('key_name_taken');
        return insertKey(tx, fresh(asker), settings);
      });
      return shown(accountId, idKey);
    },

    /** Throws `key_unknown`, `key_name_taken` and `invalid_body`. */
    change: async ({ accountId }: Asker, idKey: number, asked: AskedSettings): Promise<Key> => {
      await change(accountId, async (tx, rows) => {
        const { expiresAt } = keyOf(rows, idKey);
        const settings = settingsOf(asked, now(), expiresAt);
        if (rows.some((row) => row.idKey !== idKey && isNamed(settings.name)(row))) throw failure('key_name_taken');
        await changeKey(tx, idKey, settings, now());
      });
      return shown(accountId, idKey);
    },

    /** A new token; the old one serves on until the overlap ends. Throws `key_unknown`, `account_leaving`, `token_locked`, `key_expired`. */
    rotate: async (asker: Asker, idKey: number, overlap: Overlap): Promise<Key> => {
      await change(asker.accountId, async (tx, rows) => {
        await stays(tx, asker.accountId);
        const { expiresAt } = keyOf(rows, idKey);
        if (rows.some(({ valid, first, idKey: id }) => !valid && (first || id === idKey)))
          throw failure('token_locked');
        const next = fresh(asker);
        if (expiresAt !== null && expiresAt <= next.at) throw failure('key_expired');
        await endKey(tx, idKey, new Date(next.at.getTime() + OVERLAPS[overlap]));
        await endOldest(tx, idKey, MOST_FORMER, next.at);
        await insertNext(tx, idKey, next);
      });
      return shown(asker.accountId, idKey);
    },

    /** What a key is called; null when there is none. */
    nameOf: (idKey: number): Promise<string | null> => findKeyName(db, idKey),

    /** Throws `key_unknown`, `key_first`, and `token_locked` where an administrator has disabled it. */
    revoke: ({ accountId }: Asker, idKey: number): Promise<string> =>
      change(accountId, async (tx, rows) => {
        const { first, valid, name } = keyOf(rows, idKey);
        if (first) throw failure('key_first');
        if (!valid) throw failure('token_locked');
        await endKey(tx, idKey, now());
        return `Key ${name} revoked`;
      }),
  };
};

export type Keys = ReturnType<typeof createKeys>;
