import { Readable } from 'node:stream';
import { OWN_AUDIT_MAX, ownData } from '#contracts/own-data.api.ts';
import { visible } from '#contracts/session.ts';
import { utcDay } from '#server/kernel/utc-day.ts';
import type { Requests } from '#server/modules/accounts/usage.ts';
import type { Billing } from '#server/modules/billing/billing.service.ts';
import { streamed } from '#server/platform/http/answer.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { People } from './people.ts';

/** What is kept of an account by those who have no page for it. */
export interface OwnParts {
  readonly requests: Requests;
  readonly plans: (accountId: number) => Promise<readonly object[]>;
  readonly mails: (accountId: number) => Promise<readonly object[]>;
  readonly told: (accountId: number) => Promise<readonly object[]>;
  readonly calls: (accountId: number) => Promise<readonly object[]>;
  readonly webhooks: (accountId: number) => Promise<readonly object[]>;
}

export interface OwnDataServices extends Pick<People, 'accounts' | 'sessions' | 'tokens' | 'audit' | 'preferences'> {
  readonly own: OwnParts;
  readonly billing: Pick<Billing, 'payments'>;
}

/** Either at once, or read while the file is sent. */
type Part = () => Promise<unknown> | AsyncIterable<readonly unknown[]>;
type Parts = readonly (readonly [name: string, part: Part])[];

const FIRST_DAY = '0001-01-01';

/** The latest audited requests of some tokens, of each token from its latest on. */
async function* auditedOf(
  { audit }: Pick<OwnDataServices, 'audit'>,
  tokens: readonly { readonly idToken: number; readonly visible: string }[],
): AsyncGenerator<readonly object[]> {
  let left = OWN_AUDIT_MAX;
  for (const { idToken, visible: name } of tokens) {
    if (left === 0) return;
    for await (const rows of await audit.walk({ token: String(idToken) })) {
      const some = rows.slice(0, left);
      left -= some.length;
      yield some.map((row) => ({ ...row, token: name }));
      if (left === 0) break;
    }
  }
}

/** A day a step: a busy account has many addresses. */
async function* requestsOf({ own: { requests } }: Pick<OwnDataServices, 'own'>, accountId: number, to: string) {
  for (const { date } of await requests.byDay(accountId, { from: FIRST_DAY, to }))
    yield await requests.byAddress(accountId, { from: date, to: date });
}

const partsOf = async (services: OwnDataServices, call: Call): Promise<Parts> => {
  const person = personOf(call);
  const { accountId } = person;
  const { accounts, sessions, own, billing, preferences } = services;
  // What fails here is answered like any failure, before anything is sent.
  await accounts.takeOwnData(accountId);
  const account = await accounts.ownAccount(accountId);
  const tokens = (await services.tokens.ofAccount(accountId)).map(({ token, ...row }) => ({
    ...row,
    visible: visible(token),
  }));
  return [
    ['account', async () => account],
    ['sessions', () => sessions.list(person)],
    ['knownAddresses', () => accounts.knownAddresses(accountId)],
    ['identities', () => accounts.ownIdentities(accountId)],
    ['plans', () => own.plans(accountId)],
    ['tokens', async () => tokens],
    ['payments', () => billing.payments(person)],
    ['mails', () => own.mails(accountId)],
    ['preferences', () => preferences.show(accountId)],
    ['notifications', () => own.told(accountId)],
    ['calls', () => own.calls(accountId)],
    ['webhooks', () => own.webhooks(accountId)],
    ['requests', () => requestsOf(services, accountId, utcDay(call.now()))],
    ['auditedRequests', () => auditedOf(services, tokens)],
  ];
};

const isSteps = (value: object): value is AsyncIterable<readonly unknown[]> => Symbol.asyncIterator in value;

/** JSON, written while it is read, so that no file is ever held as a whole. */
async function* written(parts: Parts, at: Date): AsyncGenerator<string> {
  yield `{\n"madeAt":${JSON.stringify(at)}`;
  for (const [name, part] of parts) {
    const found = part();
    yield `,\n${JSON.stringify(name)}:`;
    if (!isSteps(found)) {
      yield JSON.stringify(await found);
      continue;
    }
    let before = '[';
    for await (const rows of found)
      for (const row of rows) {
        yield `${before}\n${JSON.stringify(row)}`;
        before = ',';
      }
    yield before === '[' ? '[]' : ']';
  }
  yield '\n}\n';
}

/** All that is kept of whoever asks, as one file. */
export const ownDataRoutes = (services: OwnDataServices): readonly Route[] => [
  route(ownData)(async (_input, call) => {
    const at = call.now();
    const parts = await partsOf(services, call);
    return streamed(Readable.from(written(parts, at)), 'application/json; charset=utf-8', {
      'Content-Disposition': `attachment; filename="kinodex-my-data-${utcDay(at)}.json"`,
    });
  }),
];
