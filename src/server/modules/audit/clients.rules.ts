import type { AuditClients, ClientOrder } from '#contracts/audit.api.ts';
import type { Clients, Sums } from './storage.ts';

const MOST = 10;

const AMOUNT: Readonly<Record<ClientOrder, (sums: Sums) => number>> = {
  requests: ({ requests }) => requests,
  '4xx': ({ classes }) => classes[4],
  '429': ({ refused }) => refused,
  time: ({ elapsedUs }) => elapsedUs,
};

/** The first ten by an amount; who has none of it is left out. */
const topOf = <Key>(sums: ReadonlyMap<Key, Sums>, order: ClientOrder): readonly (readonly [Key, Sums])[] => {
  const amount = AMOUNT[order];
  return [...sums]
    .filter(([, one]) => one.requests > 0 && amount(one) > 0)
    .sort(([, a], [, b]) => amount(b) - amount(a) || b.requests - a.requests)
    .slice(0, MOST);
};

const shownOf = ({ requests, classes, refused, elapsedUs }: Sums) => ({
  requests,
  '4xx': classes[4],
  '429': refused,
  '5xx': classes[5],
  elapsedTime: elapsedUs / 1_000,
});

/** The ids of the tokens that are shown. */
export const topTokens = ({ tokens }: Clients, order: ClientOrder): readonly number[] =>
  topOf(tokens, order).map(([id]) => id);

export interface KnownToken {
  readonly token: string;
  readonly status: NonNullable<AuditClients['tokens'][number]['status']>;
}

/** Who asked most, with the tokens that are kept. */
export const clientsOf = (
  clients: Clients,
  order: ClientOrder,
  known: ReadonlyMap<number, KnownToken>,
): AuditClients => ({
  startDate: clients.from < clients.to ? new Date(clients.from).toISOString() : null,
  isWhole: clients.isWhole,
  addresses: topOf(clients.addresses, order).map(([ip, sums]) => ({ ip, ...shownOf(sums) })),
  tokens: topOf(clients.tokens, order).map(([idToken, sums]) => ({
    idToken,
    ...(known.get(idToken) ?? { token: null, status: null }),
    ...shownOf(sums),
  })),
});
