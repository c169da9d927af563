import { tokenName } from '#contracts/users.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Tokens } from './token.service.ts';

/** What administrators ask about a token. */
export const tokenRoutes = (tokens: Pick<Tokens, 'nameOf'>): readonly Route[] => [
  route(tokenName)(async ({ query }) => data(await tokens.nameOf(query.token))),
];
