import {
  identities,
  identityBegin,
  identityEnd,
  identityFinish,
  provider,
  providerBegin,
  providerCode,
  providerFinish,
  providerReturn,
  STATE_OF,
} from '#contracts/identity.api.ts';
import { data, shownAt } from '#server/platform/http/answer.ts';
import { cookieIn } from '#server/platform/http/forgery.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Begun } from './flow.service.ts';
import type { Identities } from './identity.service.ts';
import type { From } from './provider-sign-in.service.ts';
import { agentOf } from './session.rules.ts';

const BROUGHT = ['state', 'code', 'iss', 'error'] as const;
/** Characters of what is brought back; more than any provider says. */
const LONGEST = 6_000;

const begun = ({ url, cookie }: Begun) => data({ url }, { 'Set-Cookie': cookie });

/** The page that what the provider says is brought to: behind the hash, where no server on the way writes it down. */
const pageOf = (address: string): string => {
  const at = address.indexOf('?');
  const said = new URLSearchParams(at < 0 ? '' : address.slice(at));
  const brought = new URLSearchParams();
  for (const name of BROUGHT) {
    const value = said.get(name);
    if (value !== null) brought.set(name, value);
  }
  const page = said.get('state')?.startsWith(STATE_OF.link) ? '/profile' : '/login';
  const answer = String(brought);
  return `/#${page}?${new URLSearchParams({ provider: answer.length > LONGEST ? '' : answer })}`;
};

/** Signing in by a provider, over HTTP. */
export const identityRoutes = (service: Identities): readonly Route[] => {
  const fromOf = ({ ip, headers, requestId }: Call): From => ({
    ...{ ip, requestId, agent: agentOf(headers['user-agent']) },
    mark: cookieIn(headers.cookie?.toString(), service.cookie),
  });
  return [
    route(providerReturn)(async (_input, { url }) => shownAt(pageOf(url))),
    route(provider)(async () => data({ name: service.name() })),
    route(providerBegin)(async ({ body }, call) => begun(await service.beginSignIn(body.returnUrl, fromOf(call)))),
    route(providerFinish)(async ({ body }, call) => data(await service.finishSignIn(body, fromOf(call)))),
    route(providerCode)(async ({ body }, call) =>
      data(await service.finishByCode(body.state, body.code, fromOf(call))),
    ),
    route(identities)(async (_input, call) => data(await service.list(personOf(call)))),
    route(identityBegin)(async ({ body }, call) => begun(await service.beginLink(personOf(call), body, fromOf(call)))),
    route(identityFinish)(async ({ body }, call) => data(await service.finishLink(personOf(call), body, fromOf(call)))),
    route(identityEnd)(async ({ params, body }, call) =>
      data(await service.end(personOf(call), Number(params.idIdentity), body, call.ip)),
    ),
  ];
};
