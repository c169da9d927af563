import { Type } from 'typebox';
import { endpoint, type Reply } from './endpoint.ts';
import { exportOf, tokenCell } from './list-export.ts';
import { maybe } from './maybe.ts';
import { NetworkAddress } from './network-address.ts';
import { query } from './query.ts';
import { body, IdToken, Sentence, TokenInBody, TokenText } from './session.ts';

const common = { tag: 'Administration', access: 'admin' } as const;
const errors = ['invalid_body', 'media_type', 'token_unknown', 'anti_forgery'] as const;

const Refused = Type.Integer({ description: 'Answered 429: the quota was used up, or they came too fast.' });

export const manager = endpoint({
  ...common,
  name: 'admin_manager',
  method: 'GET',
  path: '/api/admin/manager',
  summary: "The day's requests by token, and from which addresses they came",
  description:
    'Who was refused something first, then by requests; 1,000 of each at most. `tokens` and `pairs` say how many there are.',
  query: query({ token: Type.Optional(TokenText), ip: Type.Optional(NetworkAddress) }),
  reply: Type.Object(
    {
      requestsByToken: Type.Array(
        Type.Object({
          token: Type.String(),
          requests: Type.Integer(),
          refused: Refused,
          email: Type.String(),
          limit: maybe(Type.Integer()),
          idToken: IdToken,
        }),
      ),
      relationshipIpToken: Type.Array(
        Type.Object({
          token: Type.String(),
          ip: Type.String(),
          requests: Type.Integer(),
          refused: Refused,
          idToken: IdToken,
        }),
      ),
      tokens: Type.Integer(),
      pairs: Type.Integer(),
    },
    { $id: 'Manager' },
  ),
  errors: ['invalid_parameter'],
});

type Counts = Reply<typeof manager>;

export const managerTokensExport = exportOf<typeof manager, Counts['requestsByToken'][number]>(manager)({
  name: 'admin_manager_tokens_export',
  path: '/api/admin/manager/tokens/export',
  summary: "The day's requests by token",
  file: 'requests-by-token',
  columns: [
    ['TOKEN', 'token', ({ token }) => tokenCell(token)],
    ['EMAIL', 'email'],
    ['REQUESTS', 'requests'],
    ['REFUSED', 'refused'],
    ['LIMIT', 'limit'],
    ['TOKEN ID', 'idToken'],
  ],
});

export const managerPairsExport = exportOf<typeof manager, Counts['relationshipIpToken'][number]>(manager)({
  name: 'admin_manager_pairs_export',
  path: '/api/admin/manager/pairs/export',
  summary: "The day's requests by token and address, token by token",
  file: 'requests-by-token-and-ip',
  columns: [
    ['TOKEN', 'token', ({ token }) => tokenCell(token)],
    ['IP', 'ip'],
    ['REQUESTS', 'requests'],
    ['REFUSED', 'refused'],
    ['TOKEN ID', 'idToken'],
  ],
});

export const managerToken = endpoint({
  ...common,
  name: 'admin_manager_token',
  method: 'DELETE',
  path: '/api/admin/manager/token',
  summary: "Take back the day's count of a token from every address",
  body: body({ token: TokenInBody }),
  reply: Sentence,
  errors,
});

export const managerTokenIp = endpoint({
  ...common,
  name: 'admin_manager_token_ip',
  method: 'DELETE',
  path: '/api/admin/manager/token-ip',
  summary: "Take back the day's count of a token from one address",
  body: body({ token: TokenInBody, ip: NetworkAddress }),
  reply: Sentence,
  errors,
});

export const managerIp = endpoint({
  ...common,
  name: 'admin_manager_ip',
  method: 'DELETE',
  path: '/api/admin/manager/ip',
  summary: "Take back the day's count from one address of every token",
  body: body({ ip: NetworkAddress }),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'anti_forgery'],
});
