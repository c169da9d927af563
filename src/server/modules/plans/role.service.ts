import type { Role } from '#contracts/plans.api.ts';
import { failure, refusedAt, unchangedSince } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { OFFERS_CHANGED } from './plan.events.ts';
import {
  FIXED_ROLE,
  findRoles,
  holdRole,
  insertRole,
  isNameTaken,
  isRoleInUse,
  lockRoleNames,
  type RoleValues,
  removeRole,
  updateRole,
} from './role.store.ts';
import type { Sold } from './sold.ts';

export interface RoleOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly sold: Pick<Sold, 'isOrdered'>;
}

export interface RoleAsked extends RoleValues {
  readonly idRol?: number | null;
  readonly version?: number;
}

/** Any text is a name, but for spaces around it, which nobody could see. */
const nameOf = (text: string): string => {
  const rol = text.trim();
  const message = 'Rol is required';
  if (rol === '') throw failure('invalid_body', message, { details: [{ field: 'rol', message }] });
  return rol;
};

/** Plan roles as administrators keep them. */
export const createRoles = ({ db, sold }: RoleOptions) => {
  const one = async (executor: Executor, id: number): Promise<Role> => {
    const [role] = await findRoles(executor, id);
    if (!role) throw failure('role_unknown');
    return role;
  };

  /** Makes a role, or changes the one with the id. Throws `role_unknown`, `role_fixed`, `role_taken` and `changed_meanwhile`. */
  const save = async ({ idRol = null, description, requests, version, ...asked }: RoleAsked): Promise<Role> => {
    const rol = nameOf(asked.rol);
    return db.transaction(async (tx) => {
      await lockRoleNames(tx);
      if (idRol !== null) {
        const name = await holdRole(tx, idRol);
        if (name === null) throw failure('role_unknown');
        if (name === FIXED_ROLE) throw failure('role_fixed');
        unchangedSince(version, await one(tx, idRol));
      }
      if (await isNameTaken(tx, rol, idRol)) throw refusedAt('rol', 'role_taken');
      const values = { rol, description, requests };
      const id = idRol ?? (await insertRole(tx, values));
      if (idRol !== null) await updateRole(tx, id, values);
      await publish(tx, OFFERS_CHANGED);
      return one(tx, id);
    });
  };

  /** Throws `role_unknown`, `role_fixed`, and `role_in_use` while a product, a user or an open order has it. */
  const remove = (id: number): Promise<string> =>
    db.transaction(async (tx) => {
      const name = await holdRole(tx, id);
      if (name === null) throw failure('role_unknown');
      if (name === FIXED_ROLE) throw failure('role_fixed');
      // An order that is settled in between waits for the role, which is held.
      if ((await sold.isOrdered(tx, id)) || (await isRoleInUse(tx, id))) throw failure('role_in_use');
      await removeRole(tx, id);
      await publish(tx, OFFERS_CHANGED);
      return 'Role removed';
    });

  return { list: (): Promise<Role[]> => findRoles(db), save, remove };
};

export type Roles = ReturnType<typeof createRoles>;
