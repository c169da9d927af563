import { describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import type { Database } from '#server/platform/db/database.ts';
import { placeAt } from '#server/platform/http/place.ts';
import { testDatabase } from '#test/support/database.ts';
import { tokenOf } from './credential.ts';
import { NOW, peopleIn, SECRET } from './people.fixture.ts';
import { newToken } from './token.secret.ts';
import { createTokens } from './token.service.ts';

const db = await testDatabase();
const people = peopleIn(db);

let statements = 0;
const counted: Pick<Database, 'query' | 'transaction'> = {
  query: (query, values) => {
    statements += 1;
    return db.query(query, values);
  },
  transaction: db.transaction,
};
const tokens = createTokens({ db: counted, secret: SECRET, now: () => NOW });

const newOwner = () => people.person();
const disable = (accountId: number) =>
  db.query('update api_token set valid = false where account_id = $1 and retired_at is null', [accountId]);
/** The statements that a piece of work takes. */
const statementsOf = async (work: () => unknown): Promise<number> => {
  const before = statements;
  await work();
  return statements - before;
};

const refusal = async (token: string | undefined): Promise<Failure> => {
  try {
    await tokens.authenticate(token);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('the token was let in');
};

describe('a valid token', () => {
  it('tells who calls, whichever way it is sent', async () => {
    const { accountId, token, tokenId } = await newOwner();
    await db.query('update account set max_regs = 50 where id = $1', [accountId]);
    for (const carrier of [
      { headers: { authorization: `Bearer ${token}` }, url: '/api/v1/x' },
      { headers: { 'x-api-key': token }, url: '/api/v1/x' },
      { headers: {}, url: `/api/v1/x?token=${token}` },
    ]) {
      tokens.invalidate();
      expect(await tokens.authenticate(tokenOf(carrier, placeAt(carrier.url)))).toEqual({
        accountId,
        tokenId,
        maxRegs: 50,
        limit: 1000,
        person: null,
      });
    }
  });

  it('is answered at once and without the database when it was seen a moment ago', async () => {
    const { accountId, token } = await newOwner();
    expect(await statementsOf(() => tokens.authenticate(token))).toBe(1);
    expect(await statementsOf(() => expect(tokens.authenticate(token)).toMatchObject({ accountId }))).toBe(0);
    tokens.invalidate();
    expect(await statementsOf(() => tokens.authenticate(token))).toBe(1);
  });

  it('is the same caller each time, so that a known one costs nothing', async () => {
    const { token } = await newOwner();
    const first = await tokens.authenticate(token);
    expect(tokens.authenticate(token)).toBe(first);
  });

  it('is not kept when it was read before what was known of it was dropped', async () => {
    const { token } = await newOwner();
    const reading = tokens.authenticate(token);
    tokens.invalidate();
    await reading;
    expect(await statementsOf(() => tokens.authenticate(token))).toBe(1);
  });

  it.each([
    ['what was set for the account', 'update account set max_requests = 7 where id = $1', 7],
    ['no limit of an administrator', "update account set role = 'ADMIN' where id = $1", null],
    [
      'the largest plan',
      `insert into plan_grant (account_id, role_id) select $1, id from plan_role where rol in ('PRO', 'BASIC')`,
      250_000,
    ],
    ['nothing once the plan has ended', 'update plan_grant set ends_at = now() where account_id = $1', 0],
  ])('may use %s', async (_, change, limit) => {
    const { accountId, token } = await newOwner();
    expect(await tokens.authenticate(token)).toMatchObject({ limit: 1000 });
    await db.query(change, [accountId]);
    tokens.invalidate();
    expect(await tokens.authenticate(token)).toMatchObject({ limit });
    expect(await tokens.limitOfAccount(accountId)).toBe(limit);
  });
});

it('has another limit from the moment on at which a plan begins or ends by itself', async () => {
  const current = createTokens({ db, secret: SECRET, isCurrent: () => true });
  const [ending, beginning] = [await newOwner(), await newOwner()];
  const { rows } = await db.query<{ moment: Date }>(
    `insert into plan_grant (account_id, role_id, starts_at, ends_at)
      select a.id, r.id, case when a.ends then now() - interval '1 day' else a.moment end, case when a.ends then a.moment end
      from (values ($1::bigint, true, now() + interval '1.5 seconds'), ($2, false, now() + interval '1.5 seconds'))
        a (id, ends, moment), plan_role r where r.rol = 'PRO' returning greatest(starts_at, ends_at) as moment`,
    [ending.accountId, beginning.accountId],
  );
  const limits = async () => {
    const callers = await Promise.all([ending, beginning].map(({ token }) => current.authenticate(token)));
    return callers.map(({ limit }) => limit);
  };
  expect(await limits()).toEqual([250_000, 1_000]);
  await db.query(`select pg_sleep(extract(epoch from $1::timestamptz - clock_timestamp()) + 0.01)`, [rows[0]?.moment]);
  expect(await limits()).toEqual([1_000, 250_000]);
});

describe('a token that is refused', () => {
  const signed = { 'WWW-Authenticate': 'Bearer realm="kinodex"' };

  it.each([undefined, ''])('is missing when it is %j', async (token) => {
    expect(await refusal(token)).toMatchObject({ reason: 'token_missing', status: 401, headers: signed });
  });

  it('has the wrong checksum: the database is not asked', async () => {
    const { token } = await newOwner();
    const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    expect(await statementsOf(() => refusal(mistyped))).toBe(0);
    expect(await refusal(mistyped)).toMatchObject({ reason: 'token_invalid', status: 401, headers: signed });
  });

  it('is unknown, each time anew', async () => {
    const token = newToken();
    expect(await statementsOf(() => refusal(token))).toBe(1);
    expect(await statementsOf(() => refusal(token))).toBe(1);
    expect(await refusal(token)).toMatchObject({ reason: 'token_invalid', headers: signed });
  });

  it('has been disabled, once what was known of it is forgotten', async () => {
    const { accountId, token } = await newOwner();
    await tokens.authenticate(token);
    await disable(accountId);
    tokens.invalidate();
    expect(await refusal(token)).toMatchObject({ reason: 'token_disabled', status: 401, headers: signed });
    expect(await statementsOf(() => refusal(token))).toBe(0);
  });

  it('goes with its account', async () => {
    const { accountId, token } = await newOwner();
    await db.query('update account set deleted_at = now() where id = $1', [accountId]);
    expect((await refusal(token)).reason).toBe('token_invalid');
    await db.query('delete from account where id = $1', [accountId]);
    expect((await refusal(token)).reason).toBe('token_invalid');
  });
});
