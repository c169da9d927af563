import { describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import { createAccounts } from '#server/modules/accounts/account.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { tokenOf } from './credential.ts';
import { newToken } from './token.rules.ts';
import { createTokens } from './token.service.ts';

const db = await testDatabase();
const secret = 'a secret of at least 32 characters';
const accounts = createAccounts();

let statements = 0;
const counted: Executor = {
  query: (query, values) => {
    statements += 1;
    return db.query(query, values);
  },
};
const tokens = createTokens({ db: counted, secret });

let made = 0;
const newOwner = async () => {
  const accountId = await accounts.ensure(db, `owner-${++made}@example.org`);
  return { accountId, token: await tokens.issue(db, accountId) };
};

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

describe('issuing', () => {
  it('gives an account the token it has, as long as it is valid', async () => {
    const { accountId, token } = await newOwner();
    expect(await tokens.issue(db, accountId)).toBe(token);
    await db.query('update api_token set valid = false where account_id = $1', [accountId]);
    const next = await tokens.issue(db, accountId);
    expect(next).not.toBe(token);
    expect(await tokens.issue(db, accountId)).toBe(next);
  });

  it('keeps nothing in the database that could be used as a token', async () => {
    const { accountId, token } = await newOwner();
    const { rows } = await db.query<{ text: string }>(
      `select encode(hash || sealed, 'escape') || t::text as text from api_token t where account_id = $1`,
      [accountId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(token.slice(4, 20));
  });

  it('cannot show a token again under another secret', async () => {
    const { accountId } = await newOwner();
    await expect(createTokens({ db, secret: `${secret}!` }).issue(db, accountId)).rejects.toThrow();
  });

  it('is part of the step that it is called in', async () => {
    const accountId = await accounts.ensure(db, 'undone@example.org');
    const undone = db.transaction(async (tx) => {
      await tokens.issue(tx, accountId);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await db.query('select 1 from api_token where account_id = $1', [accountId])).rows).toEqual([]);
  });
});

describe('a valid token', () => {
  it('tells the owner and the size of pages, whichever way it is sent', async () => {
    const { accountId, token } = await newOwner();
    await db.query('update account set max_regs = 50 where id = $1', [accountId]);
    for (const carrier of [
      { headers: { authorization: `Bearer ${token}` }, url: '/x' },
      { headers: { 'x-api-key': token }, url: '/x' },
      { headers: {}, url: `/x?token=${token}` },
    ]) {
      tokens.forget();
      expect(await tokens.authenticate(tokenOf(carrier))).toMatchObject({ accountId, maxRegs: 50, valid: true });
    }
  });

  it('is answered at once and without the database when it was seen a moment ago', async () => {
    const { accountId, token } = await newOwner();
    expect(await statementsOf(() => tokens.authenticate(token))).toBe(1);
    expect(await statementsOf(() => expect(tokens.authenticate(token)).toMatchObject({ accountId }))).toBe(0);
    tokens.forget();
    expect(await statementsOf(() => tokens.authenticate(token))).toBe(1);
  });
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
    await db.query('update api_token set valid = false where account_id = $1', [accountId]);
    tokens.forget();
    expect(await refusal(token)).toMatchObject({ reason: 'token_disabled', status: 401, headers: signed });
    expect(await statementsOf(() => refusal(token))).toBe(0);
  });

  it('goes with its account', async () => {
    const { accountId, token } = await newOwner();
    await db.query('delete from account where id = $1', [accountId]);
    expect((await refusal(token)).reason).toBe('token_invalid');
  });
});
