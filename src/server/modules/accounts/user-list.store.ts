import type { SignInWay, UserOrder, UserState } from '#contracts/roster.api.ts';
import type { SignInRole } from '#contracts/session.ts';
import { containing } from '#server/kernel/like.ts';
import type { Executor } from '#server/platform/db/database.ts';

export interface UserSearch {
  readonly text?: string;
  readonly role?: SignInRole;
  readonly state?: UserState;
  readonly sort?: UserOrder;
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** How a user stands, and how one signs in: see contracts/roster.api.ts. */
const LINKED = 'exists (select from identity i where i.account_id = a.id)';
const STATE = `case when a.disabled_at is not null then 'DISABLED' when a.delete_at is not null then 'LEAVING'
  when a.password is null and not ${LINKED} then 'INVITED'
  when a.unconfirmed then 'UNCONFIRMED' else 'ACTIVE' end`;
const WAY = `case when a.password is null then case when ${LINKED} then 'PROVIDER' else 'NONE' end
  when ${LINKED} then 'BOTH' else 'PASSWORD' end`;
const SIGNED_IN = '(select max(s.signed_in_at) from session s where s.account_id = a.id)';

const FOUND = `from account a where a.deleted_at is null and ($1::text is null or a.email ilike $1)
  and ($2::text is null or a.role = $2) and ($3::text is null or ${STATE} = $3)`;
const valuesOf = ({ text, role, state }: UserSearch): readonly (string | null)[] => [
  text === undefined ? null : containing(text),
  role ?? null,
  state ?? null,
];

const ORDERS: Readonly<Record<UserOrder, string>> = {
  registrationDate: 'a.inserted_at desc, a.id desc',
  email: 'lower(a.email)',
  signInDate: `${SIGNED_IN} desc nulls last, a.inserted_at desc, a.id desc`,
};

/** The accounts that match, in their order; all of them, or a slice. */
export const findUserIds = async (db: Executor, search: UserSearch, slice?: Slice): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select a.id ${FOUND} order by ${ORDERS[search.sort ?? 'registrationDate']} offset $4 limit $5`,
    [...valuesOf(search), slice?.offset ?? 0, slice?.limit ?? null],
  );
  return rows.map(({ id }) => id);
};

export const countUsers = async (db: Executor, search: UserSearch): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(`select count(*)::int as count ${FOUND}`, [...valuesOf(search)]);
  return rows[0]?.count ?? 0;
};

export interface ListedRow {
  readonly accountId: number;
  readonly email: string;
  readonly role: SignInRole;
  readonly state: UserState;
  readonly signIn: SignInWay;
  readonly registeredAt: Date;
  readonly signedInAt: Date | null;
  readonly ip: string | null;
}

/** These accounts as lists show them, in the same order; those that are gone meanwhile are left out. */
export const readListed = async (db: Executor, ids: readonly number[]): Promise<readonly ListedRow[]> => {
  const { rows } = await db.query<ListedRow & Record<string, unknown>>(
    `select a.id as "accountId", a.email, a.role, ${STATE} as state, ${WAY} as "signIn", a.inserted_at as "registeredAt",
        ${SIGNED_IN} as "signedInAt", a.ip
      from unnest($1::bigint[]) with ordinality sought (id, place) join account a on a.id = sought.id
      where a.deleted_at is null order by sought.place`,
    [ids],
  );
  return rows;
};

/** Disables an account, or lets it in again: false when it was so already. Tokens of a session that name it are worthless. */
export const updateEnabled = async (tx: Executor, id: number, disabledAt: Date | null): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update account set disabled_at = $2, version = version + 1
      where id = $1 and (disabled_at is null) <> ($2::timestamptz is null)`,
    [id, disabledAt],
  );
  return rowCount === 1;
};
