import { askToConfirm, changePassword } from '#contracts/account.api.ts';
import { invitation, refresh, signIn, signOut, signUp } from '#contracts/auth.api.ts';
import { confirmAddress, forgotPassword, passwordLink, resetPassword, userPasswordLink } from '#contracts/link.api.ts';
import { NEW_SESSION_HEADER } from '#contracts/session.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Accounts } from './account.service.ts';
import { agentOf } from './session.rules.ts';
import type { Sessions } from './session.service.ts';

interface Services {
  readonly accounts: Pick<
    Accounts,
    | 'signIn'
    | 'signUp'
    | 'checkInvitation'
    | 'changePassword'
    | 'forgot'
    | 'checkPasswordLink'
    | 'usePasswordLink'
    | 'handPasswordLink'
    | 'askToConfirm'
    | 'confirmAddress'
  >;
  readonly sessions: Pick<Sessions, 'refresh' | 'end'>;
}

const fromOf = ({ ip, headers }: Call) => ({ ip, agent: agentOf(headers['user-agent']) });

/** Signing in and out, registering, and the own password, over HTTP. */
export const accountRoutes = ({ accounts, sessions }: Services): readonly Route[] => [
  route(signIn)(async ({ body }, call) => data(await accounts.signIn({ ...body, ...fromOf(call) }))),
  route(signUp)(async ({ body }, call) => data(await accounts.signUp({ ...body, ...fromOf(call) }))),
  route(invitation)(async ({ body }, { ip }) => {
    await accounts.checkInvitation({ ...body, ip });
    return data('The link can be used');
  }),
  route(forgotPassword)(async ({ body }, { ip }) => data(await accounts.forgot({ ...body, ip }))),
  route(passwordLink)(async ({ body }, { ip }) => {
    await accounts.checkPasswordLink({ ...body, ip });
    return data('The link can be used');
  }),
  route(resetPassword)(async ({ body }, { ip }) => data(await accounts.usePasswordLink({ ...body, ip }))),
  route(userPasswordLink)(async ({ body }) => data(await accounts.handPasswordLink(body.email))),
  route(confirmAddress)(async ({ body }, { ip }) => data(await accounts.confirmAddress({ ...body, ip }))),
  route(askToConfirm)(async (_input, call) => data(await accounts.askToConfirm(personOf(call).accountId, call.ip))),
  route(refresh)(async ({ body }) => data({ token: await sessions.refresh(body.token) })),
  route(signOut)(async (_input, call) => {
    await sessions.end(personOf(call).sessionId);
    return data('Signed out');
  }),
  route(changePassword)(async ({ body }, call) => {
    const { said, token } = await accounts.changePassword(personOf(call), body, call.ip);
    return data(said, { [NEW_SESSION_HEADER]: token });
  }),
];
