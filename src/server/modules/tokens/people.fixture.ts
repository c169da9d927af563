import type { EndpointShape } from '#contracts/endpoint.ts';
import { Failure } from '#server/kernel/failure.ts';
import type { Database } from '#server/platform/db/database.ts';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { type Call, type Route, VISITOR } from '#server/platform/http/route.ts';
import { tokenHash } from './token.rules.ts';
import { newToken, seal } from './token.secret.ts';

export const SECRET = 'a secret of at least 32 characters';
/** What the tests take for now. */
export const NOW = new Date('2026-11-21T12:00:00Z');
export const TODAY = '2026-11-21';

export interface Made {
  readonly accountId: number;
  readonly email: string;
  readonly token: string;
  readonly tokenId: number;
}

export interface Wanted {
  readonly email?: string;
  readonly role?: 'USER' | 'ADMIN';
  readonly registeredAt?: string;
}

let made = 0;

/** Makers of people, tokens and counters, straight in the tables. */
export const peopleIn = (db: Database) => {
  const id = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await db.query<{ id: number }>(text, values);
    if (!rows[0]) throw new Error('nothing was made');
    return rows[0].id;
  };

  const token = async (accountId: number, { at = NOW.toISOString(), retired = false } = {}) => {
    const text = newToken();
    const tokenId = await id(
      `insert into api_token (account_id, hash, sealed, ip, inserted_at, retired_at)
        values ($1, $2, $3, '192.0.2.7', $4, case when $5 then $4::timestamptz end) returning id`,
      [accountId, tokenHash(text), seal(text, SECRET), at, retired],
    );
    return { token: text, tokenId };
  };

  /** An account without a token or a plan. */
  const account = (email: string, { role = 'USER', registeredAt = '2026-11-01T10:00:00.000Z' }: Wanted = {}) =>
    id(`insert into account (email, role, ip, inserted_at) values ($1, $2, '192.0.2.1', $3) returning id`, [
      email,
      role,
      registeredAt,
    ]);

  /** A person with a token and the plan FREE. */
  const person = async (wanted: Wanted = {}): Promise<Made> => {
    const email = wanted.email ?? `person-${++made}@example.org`;
    const accountId = await account(email, wanted);
    await db.query(`insert into plan_grant (account_id, role_id) select $1, id from plan_role where rol = 'FREE'`, [
      accountId,
    ]);
    return { accountId, email, ...(await token(accountId)) };
  };

  const counted = (tokenId: number, day: string, ip: string, requests: number, time = '08:00:00.000') =>
    db.query(`insert into request_count (token_id, day, ip, requests, last_at) values ($1, $2, $3, $4, $5)`, [
      tokenId,
      day,
      ip,
      requests,
      `${day}T${time}Z`,
    ]);

  return { account, person, token, counted };
};

const VISIT = callBy();

/** A call of a person with a session. */
export const callOf = ({ accountId, email }: Pick<Made, 'accountId' | 'email'>): Call => ({
  ...VISIT,
  caller: {
    ...VISITOR,
    accountId,
    person: { sessionId: 's', email, role: 'ADMIN', signedInAt: NOW },
  },
});

/** Calls the route of an endpoint as HTTP would and reads its answer. */
export const ask = async (
  routes: readonly Route[],
  endpoint: EndpointShape,
  input: Readonly<Record<string, unknown>> = {},
  call: Call = VISIT,
) => {
  const found = routes.find((one) => one.endpoint === endpoint);
  if (!found) throw new Error(`${endpoint.name} has no route`);
  const given = { params: {}, query: {}, body: {}, ...input };
  const answer = await found.handle(given as never, call);
  if (answer.as !== 'data' && answer.as !== 'page') throw new Error('the answer is no envelope');
  return { ...answer, data: JSON.parse(answer.json) };
};

/** The failure that a piece of work ends in. */
export const failureOf = async (work: () => unknown): Promise<Failure> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing failed');
};
