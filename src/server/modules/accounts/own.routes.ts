import {
  askEmail,
  changeEmail,
  ownSessionEnd,
  ownSessions,
  ownSessionsEnd,
  userEmailLink,
} from '#contracts/own.api.ts';
import { askDeletion, keepAccount, ownDeletion } from '#contracts/own-data.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Accounts } from './account.service.ts';
import type { Sessions } from './session.service.ts';

interface Services {
  readonly accounts: Pick<
    Accounts,
    'askEmail' | 'handEmailLink' | 'changeEmail' | 'askDeletion' | 'deletionOf' | 'keepAccount'
  >;
  readonly sessions: Pick<Sessions, 'list' | 'endOne' | 'endOthers'>;
}

/** What people see and do about their own accounts, beside the password. */
export const ownRoutes = ({ accounts, sessions }: Services): readonly Route[] => [
  route(ownSessions)(async (_input, call) => data(await sessions.list(personOf(call)))),
  route(ownSessionEnd)(async ({ params }, call) => {
    await sessions.endOne(personOf(call), Number(params.idSession));
    return data('Session ended');
  }),
  route(ownSessionsEnd)(async (_input, call) => {
    await sessions.endOthers(personOf(call));
    return data('All other sessions have ended');
  }),
  route(askEmail)(async ({ body }, call) => data(await accounts.askEmail(personOf(call), body, call.ip))),
  route(changeEmail)(async ({ body }, { ip }) => data(await accounts.changeEmail({ ...body, ip }))),
  route(userEmailLink)(async ({ body }) => data(await accounts.handEmailLink(body.email, body.newEmail))),
  route(ownDeletion)(async (_input, call) => data(await accounts.deletionOf(personOf(call).accountId))),
  route(askDeletion)(async ({ body }, call) => data(await accounts.askDeletion(personOf(call), body, call.ip))),
  route(keepAccount)(async (_input, call) => data(await accounts.keepAccount(personOf(call).accountId))),
];
