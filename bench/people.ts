import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/app/config.ts';
import { logsFrom } from '#server/app/logs.ts';
import { createPeople, type People } from '#server/app/people.ts';
import { ACCOUNT_SETTINGS } from '#server/modules/accounts/account.config.ts';
import { AUDIT_SETTINGS } from '#server/modules/audit/audit.config.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { QUOTA_SETTINGS } from '#server/modules/quota/quota.config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type DatabaseOptions, openDatabase } from '#server/platform/db/open.ts';
import { log } from './log.ts';

export const SECRET = 'a secret that only the benchmark uses';
/** A quota that no benchmark uses up. */
const REQUESTS = 2_000_000_000;

/** Everything about who calls, as the product has it. */
export const peopleOn = async (db: Database): Promise<People> => {
  const configuration = createConfiguration({
    db,
    settings: [...ACCOUNT_SETTINGS, ...QUOTA_SETTINGS, ...AUDIT_SETTINGS],
  });
  await configuration.install();
  return createPeople({
    config: readConfig({ KINODEX_DATA: join(tmpdir(), `kinodex-bench-${process.pid}`) }, tmpdir()),
    db,
    secret: SECRET,
    logs: logsFrom('error'),
    configuration,
    isCurrent: () => true,
    now: () => new Date(),
  });
};

/** The token of a user with a quota, which is counted. */
export const benchToken = async (db: Database): Promise<string> => {
  const people = await peopleOn(db);
  const token = await db.transaction(async (tx) => {
    const accountId = await people.accounts.ensure(tx, 'bench@example.org');
    await people.accounts.setMaxRequests(tx, accountId, REQUESTS);
    return people.tokens.issue(tx, accountId);
  });
  await people.close();
  return token;
};

/** The tokens of so many users, each with the plan that everybody has, or with so many requests a day. */
export const tokensOfUsers = async (
  options: Pick<DatabaseOptions, 'databaseUrl' | 'dataFolder'>,
  users: number,
  requests?: number,
): Promise<readonly string[]> => {
  const db = await openDatabase({ ...options, dataFolderPinned: true, log, role: 'tool', poolSize: 1 });
  const people = await peopleOn(db);
  try {
    return await db.transaction(async (tx) => {
      const tokens: string[] = [];
      for (let n = 0; n < users; n += 1) {
        const accountId = await people.accounts.ensure(tx, `user${n}@example.org`);
        if (requests !== undefined) await people.accounts.setMaxRequests(tx, accountId, requests);
        tokens.push(await people.tokens.issue(tx, accountId));
      }
      return tokens;
    });
  } finally {
    await people.close();
    await db.close();
  }
};
