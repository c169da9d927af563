import type { Input } from '#contracts/endpoint.ts';
import { userEnabled, userInvite, userRole, users, usersExport } from '#contracts/roster.api.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Accounts } from './account.service.ts';
import type { UserList } from './user-list.service.ts';
import type { UserSearch } from './user-list.store.ts';

interface Services {
  readonly userList: UserList;
  readonly accounts: Pick<Accounts, 'inviteAs' | 'changeRole' | 'setEnabled'>;
}

const searchOf = ({
  text,
  role,
  state,
  sort,
}: Pick<Input<typeof users>['query'], 'text' | 'role' | 'state' | 'sort'>): UserSearch => ({
  ...(text !== undefined && { text }),
  ...(role !== undefined && { role }),
  ...(state !== undefined && { state }),
  ...(sort !== undefined && { sort }),
});

export const userListRoutes = ({ userList, accounts }: Services): readonly Route[] => [
  route(users)(async ({ query }, { caller }) => {
    const { page = 1, regs = caller.maxRegs } = query;
    const { rows, total } = await userList.list(searchOf(query), { offset: (page - 1) * regs, limit: regs });
    return paged({ json: toJson(rows), total, page, regs, exact: true });
  }),
  exportRoute(usersExport)(({ query }) => userList.walk(searchOf(query))),
  route(userInvite)(async ({ body }) => data(await accounts.inviteAs(body))),
  route(userRole)(async ({ body }) => data(await accounts.changeRole(body.email, body.role))),
  route(userEnabled)(async ({ body }) => data(await accounts.setEnabled(body.email, body.isEnabled === 1))),
];
