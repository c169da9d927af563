import type { Profile } from '#contracts/profile.api.ts';
import { failure, unchangedSince } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { holdAccount } from './account.store.ts';
import { changeProfile, findProfile, type ProfileRow } from './profile.store.ts';
import type { UserTokens } from './user.tokens.ts';

export interface ProfileOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly tokens: Pick<UserTokens, 'liveTokens'>;
}

export type ProfileChange = Omit<Profile, 'token' | 'email' | 'version'> & { readonly version?: number };

/** The own profile of an administrator. */
export const createProfiles = ({ db, tokens }: ProfileOptions) => {
  const wire = async (executor: Executor, accountId: number, row: ProfileRow | null): Promise<Profile> => {
    if (!row) throw failure('session_invalid');
    const { email, maxRequests, maxRegs, darkTheme, version } = row;
    const live = (await tokens.liveTokens(executor, [accountId])).get(accountId);
    return { token: live?.token ?? '', email, maxRequests, maxRegs, darkTheme: darkTheme ? 1 : 0, version };
  };

  const show = async (accountId: number): Promise<Profile> => wire(db, accountId, await findProfile(db, accountId));

  const change = (accountId: number, { maxRequests, maxRegs, darkTheme, version }: ProfileChange): Promise<Profile> =>
    db.transaction(async (tx) => {
      await holdAccount(tx, accountId);
      unchangedSince(version, await wire(tx, accountId, await findProfile(tx, accountId)));
      const row = await changeProfile(tx, accountId, { maxRequests, maxRegs, darkTheme: darkTheme === 1 });
      const changed = await wire(tx, accountId, row);
      await publish(tx, PEOPLE_CHANGED);
      return changed;
    });

  return { show, change };
};

export type Profiles = ReturnType<typeof createProfiles>;
