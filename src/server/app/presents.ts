import type { Users } from '#server/modules/accounts/user.service.ts';
import type { UserList } from '#server/modules/accounts/user-list.service.ts';
import type { Keeping } from '#server/modules/configuration/keeping.service.ts';
import type { PackageLevels } from '#server/modules/logs/level.service.ts';
import type { Offers } from '#server/modules/plans/offer.service.ts';
import type { Roles } from '#server/modules/plans/role.service.ts';
import type { Tasks } from '#server/modules/tasks/task.service.ts';
import type { Presents } from './recorded.ts';

interface Services {
  readonly users: Pick<Users, 'show'>;
  readonly userList: Pick<UserList, 'one'>;
  readonly levels: Pick<PackageLevels, 'list'>;
  readonly keeping: Pick<Keeping, 'find'>;
  readonly offers: Pick<Offers, 'list'>;
  readonly roles: Pick<Roles, 'list'>;
  readonly tasks: Pick<Tasks, 'one'>;
}

/** What the calls of administrators are about, as it is at the moment. */
export const presentsOf = ({ users, userList, levels, keeping, offers, roles, tasks }: Services): Presents => {
  const user = (email: unknown) => userList.one(String(email));
  const packageNamed = (name: unknown) => levels.list(String(name)).find(({ packageName }) => packageName === name);
  const product = async (id: unknown) => (await offers.list()).find(({ idProduct }) => idProduct === Number(id));
  const role = async (id: unknown) => (await roles.list()).find(({ idRol }) => idRol === Number(id));
  return {
    admin_user_change: ({ body }) => users.show({ token: String(body.token) }),
    admin_user_delete: ({ query }) => user(query.email),
    admin_user_password_link: ({ body }) => user(body.email),
    admin_user_invite: ({ body }) => user(body.email),
    admin_user_second_factor_end: ({ body }) => user(body.email),
    admin_user_role: ({ body }) => user(body.email),
    admin_user_enabled: ({ body }) => user(body.email),
    admin_logging_change: ({ body }) => packageNamed(body.packageName),
    admin_logging_reset: ({ query }) => packageNamed(query.packageName),
    admin_product_save: ({ body }) => product(body.idProduct),
    admin_product_delete: ({ params }) => product(params.id),
    admin_role_save: ({ body }) => role(body.idRol),
    admin_role_delete: ({ params }) => role(params.id),
    admin_configuration_change: ({ body }) => keeping.find(Number(body.idConfiguration)),
    admin_configuration_delete: ({ params }) => keeping.find(Number(params.id)),
    admin_task_change: ({ body }) => tasks.one(Number(body.idTask)),
    admin_task_favorite: ({ body }) => tasks.one(Number(body.idTask)),
    admin_task_delete: ({ params }) => tasks.one(Number(params.id)),
  };
};
