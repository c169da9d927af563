import { type Static, Type } from 'typebox';
import { TOKEN_STATUS } from './account.api.ts';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf, tokenCell } from './list-export.ts';
import { maybe } from './maybe.ts';
import { NetworkAddress } from './network-address.ts';
import { paging, query } from './query.ts';
import { IdToken, TokenText } from './session.ts';

export const AuditRow = Type.Object(
  {
    idAudit: Type.Integer(),
    ip: Type.String(),
    token: maybe(Type.String({ description: 'The API token that was sent, where it is one of ours.' })),
    uri: Type.String({ description: 'The address with its query; tokens in it show at most 8 characters.' }),
    requestDate: Moment,
    elapsedTime: Type.Number({ description: 'Milliseconds.' }),
    httpCode: Type.Integer(),
    method: Type.String(),
    headers: maybe(Type.String({ description: '`name: value` pairs joined by ` | `.' })),
    requestId: maybe(Type.String({ description: 'The `X-Request-Id` of the answer, as the log names it too.' })),
    idToken: IdToken,
  },
  { $id: 'AuditRow' },
);
export type AuditRow = Static<typeof AuditRow>;

/** What requests are looked for by. */
const filters = {
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(Moment),
  token: Type.Optional(TokenText),
  status: Type.Optional(
    Type.String({
      pattern: '^([1-5]xx|[1-5]\\d\\d)$',
      'x-form': 'is a number such as 404, or a class such as 4xx',
      description: 'A status, or a class of them: 404, 4xx.',
    }),
  ),
  ip: Type.Optional(NetworkAddress),
  method: Type.Optional(Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])),
  minTime: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 600_000, description: 'At least this many milliseconds.' }),
  ),
  uri: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      'x-form': 'must be 2 to 200 characters long',
      description: 'Part of the address or of its query, as it was kept.',
    }),
  ),
  others: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      'x-flag': true,
      description: "1: without what the caller's own network address asked without a token, as this site does.",
    }),
  ),
  requestId: Type.Optional(
    Type.String({
      pattern: '^\\w{1,44}-\\d{1,15}$',
      'x-form': 'is as the log says it, such as mia1-4711',
      description: 'As `X-Request-Id` and the log say it.',
    }),
  ),
};

export const audit = endpoint({
  name: 'admin_audit',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  tag: 'Administration',
  summary: 'Requests to the API, newest first',
  description:
    'Without a filter `total` is exact however large it is. A search that takes longer than about 0.2 s answers with what it has found, newest first, and `X-Searched-Since`: what is older was not looked at yet; with that moment as `endDate` the search goes on.',
  query: query({ ...filters, ...paging }),
  reply: Type.Array(AuditRow),
  shape: 'page',
  bounded: true,
  errors: ['invalid_parameter'],
});

export const auditExport = exportOf(audit)({
  file: 'audit',
  columns: [
    ['IP', 'ip'],
    ['TOKEN', 'token', ({ token }) => tokenCell(token)],
    ['URI', 'uri'],
    ['DATE', 'requestDate'],
    ['TIME', 'elapsedTime'],
    ['CODE', 'httpCode'],
    ['METHOD', 'method'],
    ['REQUEST ID', 'requestId'],
    ['TOKEN ID', 'idToken'],
  ],
});

const count = Type.Integer({ minimum: 0 });

export const AuditHistogram = Type.Object(
  {
    startDate: maybe(Moment),
    endDate: maybe(Moment),
    seconds: Type.Integer({ minimum: 1, description: 'How long a bucket is. The last one may be cut short.' }),
    isWhole: Type.Boolean({
      description: 'False: the range holds more than is counted at once, and the histogram is of its newest part.',
    }),
    buckets: Type.Array(
      Type.Object({
        date: Moment,
        '1xx': count,
        '2xx': count,
        '3xx': count,
        '4xx': count,
        '5xx': count,
      }),
      { maxItems: 60, description: 'Without gaps, the oldest first. `date` is where one begins.' },
    ),
  },
  { $id: 'AuditHistogram' },
);
export type AuditHistogram = Static<typeof AuditHistogram>;

export const auditHistogram = endpoint({
  name: 'admin_audit_histogram',
  method: 'GET',
  path: '/api/admin/audit/histogram',
  access: 'admin',
  tag: 'Administration',
  summary: 'Requests to the API over time, by the class of their status',
  description:
    'Takes the filters of the list. The range ends at `endDate`, now at the latest, and begins at `startDate`, else with the oldest request that is kept. At most some 300,000 requests are looked through for at most some 0.2 s, the newest first: `startDate` of the answer is from where all are counted.',
  query: query(filters),
  reply: AuditHistogram,
  errors: ['invalid_parameter'],
});

const ORDERS = ['requests', '4xx', '429', 'time'] as const;
export type ClientOrder = (typeof ORDERS)[number];

const sums = {
  requests: count,
  '4xx': Type.Integer({ minimum: 0, description: '429 among them.' }),
  '429': count,
  '5xx': count,
  elapsedTime: Type.Number({ minimum: 0, description: 'Milliseconds that all of them took.' }),
};

export const AuditClients = Type.Object(
  {
    startDate: maybe(Moment),
    isWhole: Type.Boolean({ description: 'False: there is more than is counted at once; counted since `startDate`.' }),
    addresses: Type.Array(Type.Object({ ip: Type.String(), ...sums }), { maxItems: 10 }),
    tokens: Type.Array(
      Type.Object({
        idToken: Type.Integer(),
        token: maybe(Type.String({ description: 'Null: it is not kept any more.' })),
        status: maybe(
          Type.Enum([...TOKEN_STATUS, 'RETIRED'], {
            description:
              'DISABLED: it, the first key of its user, or the user is disabled. RETIRED: another has taken its place, or the user was deleted.',
          }),
        ),
        ...sums,
      }),
      { maxItems: 10 },
    ),
  },
  { $id: 'AuditClients' },
);
export type AuditClients = Static<typeof AuditClients>;

export const auditClients = endpoint({
  name: 'admin_audit_clients',
  method: 'GET',
  path: '/api/admin/audit/clients',
  access: 'admin',
  tag: 'Administration',
  summary: 'Who asks most: ten network addresses and ten tokens',
  description:
    'Takes the filters of the list. At most some 300,000 requests are looked through, the newest first, as for the histogram.',
  query: query({
    ...filters,
    order: Type.Optional(
      Type.Enum([...ORDERS], { description: 'By which sum, the largest first; requests when it is left out.' }),
    ),
  }),
  reply: AuditClients,
  errors: ['invalid_parameter'],
});
