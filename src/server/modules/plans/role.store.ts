import type { Role } from '#contracts/plans.api.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** The plan role that is no product's: nobody changes, deletes or sells it. */
export const FIXED_ROLE = 'ADMIN';

/** What is read of a role, `r`. */
export const ROLE_FIELDS = `'idRol', r.id, 'rol', r.rol, 'description', r.description, 'requests', r.requests,
  'products', (select count(*) from product_role x where x.role_id = r.id),
  'users', (select count(distinct g.account_id) from plan_grant g join account a on a.id = g.account_id
    where g.role_id = r.id and a.deleted_at is null and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now())),
  'version', r.version`;

/** Every role, the newest first, or the one with an id. */
export const findRoles = async (db: Executor, id: number | null = null): Promise<Role[]> => {
  const { rows } = await db.query<{ role: Role }>(
    `select json_build_object(${ROLE_FIELDS}) as role from plan_role r
      where $1::bigint is null or r.id = $1 order by r.id desc`,
    [id],
  );
  return rows.map(({ role }) => role);
};

/** The name of a role, held until the transaction ends; null when there is none. */
export const holdRole = async (tx: Executor, id: number): Promise<string | null> => {
  const { rows } = await tx.query<{ rol: string }>('select rol from plan_role where id = $1 for update', [id]);
  return rows[0]?.rol ?? null;
};

export interface RoleValues {
  readonly rol: string;
  readonly description: string;
  readonly requests: number;
}

/** Keeps others from making or renaming roles until the transaction ends, so that names differ by more than case. */
export const lockRoleNames = async (tx: Executor): Promise<void> => {
  await tx.query('lock table plan_role in share row exclusive mode');
};

/** Whether another role has this name, in whatever case. */
export const isNameTaken = async (db: Executor, rol: string, except: number | null): Promise<boolean> => {
  const { rows } = await db.query(
    'select 1 from plan_role where lower(rol) = lower($1) and id is distinct from $2::bigint',
    [rol, except],
  );
  return rows.length > 0;
};

export const insertRole = async (db: Executor, { rol, description, requests }: RoleValues): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(
    'insert into plan_role (rol, description, requests) values ($1, $2, $3) returning id',
    [rol, description, requests],
  );
  return rows[0]?.id ?? 0;
};

export const updateRole = async (db: Executor, id: number, role: RoleValues): Promise<void> => {
  await db.query(
    'update plan_role set rol = $2, description = $3, requests = $4, version = version + 1 where id = $1',
    [id, role.rol, role.description, role.requests],
  );
};

/** Whether a product grants the role, or somebody has it now or later. */
export const isRoleInUse = async (db: Executor, id: number): Promise<boolean> => {
  const { rows } = await db.query<{ used: boolean }>(
    `select exists (select 1 from product_role where role_id = $1)
      or exists (select 1 from plan_grant where role_id = $1 and (ends_at is null or ends_at > now())) as used`,
    [id],
  );
  return rows[0]?.used ?? false;
};

/** Deletes a role with the grants of it that have ended. */
export const removeRole = async (tx: Executor, id: number): Promise<void> => {
  await tx.query('delete from plan_grant where role_id = $1', [id]);
  await tx.query('delete from plan_role where id = $1', [id]);
};

export interface TimedGrant {
  readonly accountId: number;
  readonly roleIds: readonly number[];
  readonly paymentId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Grants roles for a time. Answers how many: a role that is no more, and the fixed one, are left out. */
export const insertGrants = async (tx: Executor, grant: TimedGrant): Promise<number> => {
  const { rowCount } = await tx.query(
    `insert into plan_grant (account_id, role_id, payment_id, starts_at, ends_at)
      select $1, r.id, $3, $4, $5 from plan_role r where r.id = any ($2::bigint[]) and r.rol <> $6`,
    [grant.accountId, grant.roleIds, grant.paymentId, grant.startsAt, grant.endsAt, FIXED_ROLE],
  );
  return rowCount ?? 0;
};

/** Lets what a payment grants hold between two other moments. */
export const moveGrants = async (
  tx: Executor,
  paymentId: number,
  { startsAt, endsAt }: Pick<TimedGrant, 'startsAt' | 'endsAt'>,
): Promise<void> => {
  await tx.query('update plan_grant set starts_at = $2, ends_at = $3 where payment_id = $1', [
    paymentId,
    startsAt,
    endsAt,
  ]);
};

/** Ends what payments grant, also what has yet to begin. */
export const endGrants = async (tx: Executor, paymentIds: readonly number[], at: Date): Promise<void> => {
  await tx.query('update plan_grant set ends_at = least(ends_at, $2) where payment_id = any ($1::bigint[])', [
    paymentIds,
    at,
  ]);
};
