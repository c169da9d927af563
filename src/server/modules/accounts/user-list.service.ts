import type { ListedUser } from '#contracts/roster.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { byKeys, type Steps } from '#server/platform/db/steps.ts';
import { findUser } from './user.store.ts';
import type { UserTokens } from './user.tokens.ts';
import { countUsers, findUserIds, type ListedRow, readListed, type Slice, type UserSearch } from './user-list.store.ts';

interface Options {
  readonly db: Executor;
  readonly tokens: Pick<UserTokens, 'liveTokens'>;
}

/** Users as administrators look through them. */
export const createUserList = ({ db, tokens }: Options) => {
  const listed = async (ids: readonly number[]): Promise<readonly ListedUser[]> => {
    const rows = await readListed(db, ids);
    const live = await tokens.liveTokens(
      db,
      rows.map(({ accountId }) => accountId),
    );
    return rows.map(({ accountId, registeredAt, signedInAt, ...row }: ListedRow): ListedUser => {
      const token = live.get(accountId);
      return {
        email: row.email,
        role: row.role,
        state: row.state,
        signIn: row.signIn,
        registrationDate: registeredAt.toISOString(),
        signInDate: signedInAt?.toISOString() ?? null,
        ip: row.ip,
        token: token?.token ?? '',
        idToken: token?.id ?? null,
        isValid: token?.valid ? 1 : 0,
      };
    });
  };
  return {
    /** A page of the users that match, and how many do. */
    list: async (search: UserSearch, slice: Slice) => ({
      rows: await listed(await findUserIds(db, search, slice)),
      total: await countUsers(db, search),
    }),
    /** The user of an address; null when there is none. */
    one: async (email: string): Promise<ListedUser | null> => {
      const found = await findUser(db, { accountId: null, email });
      return found && ((await listed([found.accountId]))[0] ?? null);
    },
    /** All that match, step by step. */
    walk: async (search: UserSearch): Promise<Steps<ListedUser>> => byKeys(await findUserIds(db, search), listed),
  };
};

export type UserList = ReturnType<typeof createUserList>;
