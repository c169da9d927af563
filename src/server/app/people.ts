import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FACADES } from '#contracts/facades.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { failure } from '#server/kernel/failure.ts';
import { limitsOf } from '#server/modules/accounts/account.config.ts';
import { createAccounts } from '#server/modules/accounts/account.service.ts';
import { createProfiles } from '#server/modules/accounts/profile.service.ts';
import { createSessions } from '#server/modules/accounts/session.service.ts';
import { createUsers } from '#server/modules/accounts/user.service.ts';
import { createUserList } from '#server/modules/accounts/user-list.service.ts';
import { auditDaysOf, countDaysOf } from '#server/modules/audit/audit.config.ts';
import { createAudit } from '#server/modules/audit/audit.service.ts';
import { createBlockStorage } from '#server/modules/audit/blocks/block.storage.ts';
import type { AuditStorage } from '#server/modules/audit/storage.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import { toldOf } from '#server/modules/notifications/notification.service.ts';
import { createPlans } from '#server/modules/plans/plan.service.ts';
import { createPreferences } from '#server/modules/preferences/preference.service.ts';
import { createBurst } from '#server/modules/quota/burst.ts';
import { createCalls } from '#server/modules/quota/calls.service.ts';
import { counters, createRequests } from '#server/modules/quota/count.service.ts';
import { createManager } from '#server/modules/quota/manager.service.ts';
import { createQuota } from '#server/modules/quota/quota.service.ts';
import { createKeys } from '#server/modules/tokens/key.service.ts';
import { createTokenThrottle } from '#server/modules/tokens/throttle.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { createUserToken } from '#server/modules/tokens/user-token.service.ts';
import { webhooksOf } from '#server/modules/webhooks/webhook.service.ts';
import type { Leases } from '#server/platform/counters/leases.ts';
import { type Ledger, openLedger } from '#server/platform/counters/ledger.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log, Logs, Origin } from '#server/platform/log.ts';
import { accountHooks } from './account-hooks.ts';
import type { Config } from './config.ts';
import { createGate } from './gate.ts';
import { createMailing } from './mails.ts';
import { signInProviderOf } from './provider.ts';

interface Parts {
  readonly config: Config;
  readonly db: Database;
  readonly secret: string;
  readonly logs: Logs;
  readonly configuration: Configuration;
  readonly now: () => Date;
  /** Whether all that has changed until a moment ago was heard of. */
  readonly isCurrent: () => boolean;
  /** Where this node, being alone, may count by itself what the table cannot be told of. */
  readonly ledger?: Ledger | undefined;
}

/** The calls that are told apart where somebody looks at what a token was used for. */
const CALLS: ReadonlySet<string> = new Set(
  [...ENDPOINTS, ...FACADES.flatMap(({ endpoints }) => endpoints)]
    .filter(({ access }) => access === 'token')
    .map(({ path }) => path),
);
/** Milliseconds between two tries to tell the table what it does not know. */
const FLUSH_MS = 5_000;
const QUOTA: Origin = { module: 'quota', category: 'user' };
const NO_ROOM = 'There is hardly any room on the disk: nobody can be registered until there is more.';

/** Where blocks of quotas are spent. The Redis driver is loaded only where it is wanted. */
const leasesOf = async ({ redisUrl }: Config, log: Log): Promise<Leases> => {
  if (redisUrl === undefined) return createMemoryLeases();
  const { createRedisLeases } = await import('#server/platform/counters/redis-leases.ts');
  return createRedisLeases({ url: redisUrl, log });
};

/** The ledger of a node that is alone; without it requests are only counted while the table takes them. */
export const ledgerOf = ({ redisUrl, dataFolder }: Config, logs: Logs): Ledger | undefined => {
  if (redisUrl !== undefined) return undefined;
  try {
    mkdirSync(dataFolder, { recursive: true });
    return openLedger(join(dataFolder, 'quota-ledger'));
  } catch (error) {
    logs(QUOTA).warn({ err: error }, 'no requests can be counted while the disk is full: the ledger cannot be made');
    return undefined;
  }
};

/** Where audited requests are kept. What reaches ClickHouse is loaded only where it is wanted. */
const storageOf = async ({ clickHouseUrl }: Config, db: Database, now: () => Date): Promise<AuditStorage> => {
  const blocks = createBlockStorage({ db, now });
  if (clickHouseUrl === undefined) return blocks;
  const { createClickHouse } = await import('#server/platform/clickhouse/clickhouse.ts');
  const { createClickHouseStorage } = await import('#server/modules/audit/clickhouse/clickhouse.storage.ts');
  return createClickHouseStorage({ db, clickHouse: createClickHouse({ url: clickHouseUrl }), now, before: blocks });
};

/** Everything about who calls: accounts and the mail to them, sessions, tokens, quotas and the audit of what they asked for. */
export const createPeople = async ({ config, db, secret, logs, configuration, now, isCurrent, ledger }: Parts) => {
  const log = logs(QUOTA);
  const leases = await leasesOf(config, log);
  const quota = createQuota({ db: db.necessary, leases, ...(ledger && { ledger }), now, log });
  const calls = createCalls({ db, now, paths: CALLS });
  // While the table cannot be told there is no hurry, and others say why.
  const flushing = setInterval(() => {
    quota.flush().catch(() => {});
    calls.flush().catch(() => {});
  }, FLUSH_MS).unref();
  const plans = createPlans();
  const { mail, delivery } = await createMailing({ config, db, logs, now });
  const confirms = () => mail.isOn && limitsOf(configuration).confirms;
  const tokens = createTokens({ db, secret, now, isCurrent, confirms });
  const sessions = createSessions({ db: db.necessary, secret, now, isCurrent });
  const hooks = accountHooks({ plans, tokens, mail });
  const accounts = createAccounts({
    db: db.necessary,
    secret,
    log: logs({ module: 'accounts', category: 'user' }),
    configuration,
    sessions,
    now,
    signUp: config.signUp,
    mail,
    publicUrl: config.publicUrl,
    provider: signInProviderOf(config, now),
    onNew: async (tx, accountId, ip) => {
      if (db.disk() !== 'roomy') throw failure('unavailable', NO_ROOM, { headers: { 'Retry-After': '600' } });
      await hooks.onNew(tx, accountId, ip);
    },
    onGone: hooks.onGone,
  });
  const audit = createAudit({
    db,
    storage: await storageOf(config, db, now),
    log: logs({ module: 'audit', category: 'audit' }),
    now,
    days: auditDaysOf(configuration),
    countDays: countDaysOf(configuration),
    isLow: () => db.disk() !== 'roomy',
    spillFolder: join(config.dataFolder, 'audit'),
    counters,
    tokenId: tokens.idOf,
    tokensOf: tokens.byIds,
  });
  // What an earlier run has left.
  const begun = audit.flush();
  const { usage, giveBack } = quota;
  const requests = createRequests(db);
  return {
    mail,
    /** The node sends mail when it is started. */
    delivery,
    accounts,
    sessions,
    tokens,
    quota,
    /** What tokens are answered. */
    calls,
    audit,
    users: createUsers({ db, accounts, tokens, now, timeZone: config.timeZone, usage, requests }),
    userList: createUserList({ db, tokens }),
    userToken: createUserToken({ db, tokens, configuration, now, usage, requests }),
    keys: createKeys({ db, secret, tokens, requests, now, usedByKey: quota.usedByKey, callsOf: calls.ofKey }),
    manager: createManager({ db, tokens, now, flush: audit.flush, giveBack }),
    profiles: createProfiles({ db, tokens }),
    preferences: createPreferences({ db }),
    own: {
      requests,
      plans: (accountId: number) => plans.heldBy(db, accountId),
      mails: (accountId: number) => mail.toAccount(db, accountId),
      told: (accountId: number) => toldOf(db, accountId),
      calls: calls.ofAccount,
      webhooks: (accountId: number) => webhooksOf(db, accountId),
    },
    authenticate: {
      token: createGate({ tokens, burst: createBurst({ configuration, now }), throttle: createTokenThrottle({ now }) }),
      session: sessions.authenticate('session'),
      admin: sessions.authenticate('admin'),
    },
    close: async (): Promise<void> => {
      await begun;
      await audit.close();
      clearInterval(flushing);
      await delivery?.stop();
      await calls.flush().catch(() => {});
      await quota.close();
    },
  };
};

export type People = Awaited<ReturnType<typeof createPeople>>;
