import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { FORMER_HOURS, type Webhook, type WebhookSecret, type WebhookTest } from '#contracts/webhooks.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { holdAccount } from '#server/modules/accounts/account.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Post } from '#server/platform/outbound/post.ts';
import { isPrivateAddress } from '#server/platform/outbound/private.rules.ts';
import type { Changes } from '../catalog/change.service.ts';
import { redeliverFailed, redeliverOne, wakeWebhook } from './log.store.ts';
import type { Sending } from './sending.ts';
import { type AskedFilter, addressProblem, FAILING, filterOf } from './webhook.rules.ts';
import { newSecret, type Secrets } from './webhook.secret.ts';
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  enableWebhook,
  findWebhooks,
  holdWebhook,
  insertWebhook,
  replaceSecret,
  type ShownRow,
  type WebhookRow,
} from './webhook.store.ts';

export interface WebhookParts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly changes: Pick<Changes, 'newest'>;
  readonly tokens: Pick<Tokens, 'waits'>;
  readonly secrets: Secrets;
  readonly send: Sending;
  readonly post: Pick<Post, 'faultOf'>;
  /** Hosts that may be in a private network. */
  readonly friends: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string }[]>;
  /** Webhooks of a user. */
  readonly most: () => number;
  readonly now: () => Date;
}

export type Asked = AskedFilter & { readonly url: string };

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Names that no server of the public Internet has. */
const NOBODYS = /^(?!\[)[^.]*\.?$|\.$|\.(?:localhost|local|internal|invalid)$/;
/** Secrets before the present one that sign along. */
const MOST_FORMER = 5;
/** Tests of a user a minute, at a node. */
const TESTS = 10;

const statusOf = ({ disabledAt, failures }: WebhookRow): Webhook['status'] => {
  if (disabledAt !== null) return 'DISABLED';
  return failures >= FAILING ? 'FAILING' : 'ACTIVE';
};

/** The webhooks of users: where the changes of the catalogue are sent to. */
export const createWebhooks = ({
  db,
  changes,
  tokens,
  secrets,
  send,
  post,
  friends,
  most,
  now,
  ...given
}: WebhookParts) => {
  const resolve = given.resolve ?? ((host: string) => lookup(host, { all: true }));
  const tests = new LRUCache<number, number>({ max: 10_000, ttl: MINUTE, noUpdateTTL: true });

  const shown = (row: ShownRow): Webhook => ({
    idWebhook: row.id,
    url: row.url,
    ids: [...row.ids],
    kinds: [...row.kinds] as Webhook['kinds'],
    actions: [...row.actions] as Webhook['actions'],
    status: statusOf(row),
    why: row.disabledWhy,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    formerUntil: row.formerUntil !== null && row.formerUntil > now() ? row.formerUntil.toISOString() : null,
    waiting: row.waiting,
    failed: row.failed,
    made: row.made.toISOString(),
  });

  /** Throws `webhook_unknown`. */
  const one = async (accountId: number, id: number): Promise<ShownRow> => {
    const [row] = await findWebhooks(db, accountId, id);
    if (!row) throw failure('webhook_unknown');
    return row;
  };

  /** A change of one of an account's. Throws `webhook_unknown`. */
  const change = <T>(
    accountId: number,
    id: number,
    work: (tx: Transaction, row: WebhookRow) => Promise<T>,
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const row = await holdWebhook(tx, accountId, id);
      if (!row) throw failure('webhook_unknown');
      return work(tx, row);
    });

  /** The address, once something may be sent there. What it means may change: it is looked at again with each call. */
  const addressOf = async (text: string): Promise<string> => {
    const fault = post.faultOf(text.trim());
    if (fault !== null) throw addressProblem(fault);
    const url = new URL(text.trim());
    url.hash = '';
    if (friends.includes(url.host)) return url.href;
    if (NOBODYS.test(url.hostname)) throw addressProblem('private');
    const found = await resolve(url.hostname.replace(/^\[(.*)\]$/, '$1')).catch(() => []);
    if (found.some(({ address }) => isPrivateAddress(address))) throw addressProblem('private');
    return url.href;
  };

  /** Throws `account_leaving`: nothing is sent for an account that is to be deleted. */
  const notLeaving = async (accountId: number): Promise<void> => {
    if ((await tokens.waits(accountId)) === 'LEAVING') throw failure('account_leaving');
  };

  return {
    list: async (accountId: number): Promise<readonly Webhook[]> => (await findWebhooks(db, accountId)).map(shown),

    /** Throws `invalid_body`, `webhooks_full`, `address_unconfirmed`, `account_leaving`. */
    make: async (accountId: number, asked: Asked): Promise<WebhookSecret> => {
      const filter = filterOf(asked);
      const url = await addressOf(asked.url);
      // Whoever may not call may not have anything sent elsewhere either.
      const waits = await tokens.waits(accountId);
      if (waits !== null) throw failure(waits === 'LEAVING' ? 'account_leaving' : 'address_unconfirmed');
      const secret = newSecret();
      const cursor = await changes.newest();
      const id = await db.transaction(async (tx) => {
        if (!(await holdAccount(tx, accountId))) throw failure('session_invalid');
        if ((await countWebhooks(tx, accountId)) >= most()) throw failure('webhooks_full');
        return insertWebhook(tx, { accountId, url, ...filter, sealed: secrets.seal(secret), cursor, at: now() });
      });
      return { ...shown(await one(accountId, id)), secret };
    },

    /** Throws `invalid_body`, `webhook_unknown`, `account_leaving`. */
    change: async (accountId: number, id: number, asked: Asked): Promise<Webhook> => {
      const filter = filterOf(asked);
      const url = await addressOf(asked.url);
      await notLeaving(accountId);
      await change(accountId, id, (tx) => changeWebhook(tx, id, { url, ...filter }));
      return shown(await one(accountId, id));
    },

    /** Throws `webhook_unknown`. */
    remove: async (accountId: number, id: number): Promise<string> => {
      if (!(await deleteWebhook(db, accountId, id))) throw failure('webhook_unknown');
      return 'Webhook deleted';
    },

    /** Throws `webhook_unknown`. */
    rotate: async (accountId: number, id: number): Promise<WebhookSecret> => {
      const secret = newSecret();
      const until = new Date(now().getTime() + FORMER_HOURS * HOUR);
      await notLeaving(accountId);
      await change(accountId, id, (tx, { sealed, former, formerUntil }) => {
        // Whoever was promised a day with one of them has it, however often it is replaced meanwhile.
        const served = former && formerUntil && formerUntil > now() ? secrets.unsealAll(former) : [];
        const all = [secrets.unseal(sealed), ...served].slice(0, MOST_FORMER);
        return replaceSecret(tx, id, { sealed: secrets.seal(secret), former: secrets.sealAll(all), until });
      });
      return { ...shown(await one(accountId, id)), secret };
    },

    /** Throws `webhook_unknown`. */
    enable: async (accountId: number, id: number): Promise<Webhook> => {
      await notLeaving(accountId);
      await change(accountId, id, (tx) => enableWebhook(tx, id, now()));
      return shown(await one(accountId, id));
    },

    /** Sends an event that tells of nothing. Throws `webhook_unknown`, `account_leaving`, `too_many_tries`. */
    test: async (accountId: number, id: number): Promise<WebhookTest> => {
      const row = await one(accountId, id);
      await notLeaving(accountId);
      const done = tests.get(accountId) ?? 0;
      if (done >= TESTS)
        throw failure('too_many_tries', 'Ten tests a minute are sent; try again in a minute.', {
          headers: { 'Retry-After': '60' },
        });
      tests.set(accountId, done + 1);
      const at = now();
      const timestamp = at.toISOString();
      const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { idWebhook: id } });
      const message = { id: `msg_test_${id}_${at.getTime()}`, body };
      const { isSent, code, problem, ms } = await send(row, message, new AbortController().signal);
      return { ok: isSent, code, problem, ms };
    },

    /** Throws `webhook_unknown`, `webhook_disabled`, `delivery_unknown`. */
    redeliver: (accountId: number, id: number, of: number): Promise<string> =>
      change(accountId, id, async (tx, { disabledAt }) => {
        if (disabledAt !== null) throw failure('webhook_disabled');
        if (!(await redeliverOne(tx, id, now(), of))) throw failure('delivery_unknown');
        await wakeWebhook(tx, id, now());
        return 'The delivery is sent again';
      }),

    /** Throws `webhook_unknown`, `webhook_disabled`. */
    redeliverFailed: (accountId: number, id: number): Promise<string> =>
      change(accountId, id, async (tx, { disabledAt }) => {
        if (disabledAt !== null) throw failure('webhook_disabled');
        const again = await redeliverFailed(tx, id, now());
        await wakeWebhook(tx, id, now());
        return again === 1 ? '1 delivery is sent again' : `${again} deliveries are sent again`;
      }),

    one,
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Part of the step that deletes an account, and what is kept of one's webhooks. */
export { buryWebhooks, readWebhooksOf as webhooksOf } from './webhook.store.ts';
