import { describe, expect, it } from 'vitest';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { failureOf, NOW, peopleIn, SECRET } from './people.fixture.ts';
import { newToken } from './token.secret.ts';
import { createTokens } from './token.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });

const newOwner = () => people.person();
const disable = (accountId: number) =>
  db.query('update api_token set valid = false where account_id = $1 and retired_at is null', [accountId]);
const tokensOf = async (accountId: number) =>
  (
    await db.query<{ valid: boolean; ip: string | null; retired_at: Date | null }>(
      'select valid, ip, retired_at from api_token where account_id = $1 order by id',
      [accountId],
    )
  ).rows;

describe('issuing', () => {
  it('gives an account the token it has, even a disabled one, and makes one when there is none', async () => {
    const { accountId, token } = await newOwner();
    expect(await tokens.issue(db, accountId)).toBe(token);
    await disable(accountId);
    expect(await tokens.issue(db, accountId)).toBe(token);
    const without = await people.account('without@example.org');
    const made = await tokens.issue(db, without, '192.0.2.3');
    expect(await tokens.issue(db, without, '192.0.2.4')).toBe(made);
    expect(await tokensOf(without)).toEqual([{ valid: true, ip: '192.0.2.3', retired_at: null }]);
  });

  it('makes one token however many ask at once, in transactions and outside', async () => {
    const accountId = await people.account('many@example.org');
    const asked = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? tokens.issue(db, accountId) : db.transaction((tx) => tokens.issue(tx, accountId)),
    );
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    expect(await tokensOf(accountId)).toHaveLength(1);
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
    await expect(createTokens({ db, secret: `${SECRET}!` }).issue(db, accountId)).rejects.toThrow();
  });

  it('is part of the step that it is called in', async () => {
    const accountId = await people.account('undone@example.org');
    const undone = db.transaction(async (tx) => {
      await tokens.issue(tx, accountId);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await db.query('select 1 from api_token where account_id = $1', [accountId])).rows).toEqual([]);
  });
});

describe('replacing', () => {
  it('retires the old token and makes a new one, which others hear of', async () => {
    const { accountId, token, tokenId } = await newOwner();
    const heard = await hearing(db, PEOPLE_CHANGED);
    await tokens.authenticate(token);
    const next = await tokens.replace(accountId, '192.0.2.5');
    expect(await heard()).toBe(1);
    tokens.invalidate();
    expect(await failureOf(() => tokens.authenticate(token))).toMatchObject({ reason: 'token_invalid' });
    expect(await tokens.authenticate(next)).toMatchObject({ accountId });
    expect(await tokens.issue(db, accountId)).toBe(next);
    expect(await tokensOf(accountId)).toEqual([
      { valid: true, ip: '192.0.2.7', retired_at: NOW },
      { valid: true, ip: '192.0.2.5', retired_at: null },
    ]);
    expect(await tokens.idOf(token)).toBe(tokenId);
  });

  it('is refused to the owner of a disabled token, and changes nothing', async () => {
    const { accountId, token } = await newOwner();
    await disable(accountId);
    await expect(tokens.replace(accountId, null)).rejects.toMatchObject({ reason: 'token_locked', status: 409 });
    expect(await tokens.issue(db, accountId)).toBe(token);
    expect(await tokensOf(accountId)).toHaveLength(1);
  });

  it('leaves one live token however often it is asked for at once', async () => {
    const { accountId } = await newOwner();
    const made = await Promise.all(Array.from({ length: 12 }, () => tokens.replace(accountId, null)));
    const live = (await tokensOf(accountId)).filter((one) => one.retired_at === null);
    expect(live).toHaveLength(1);
    expect(made).toContain(await tokens.issue(db, accountId));
  });

  it('gives an account without a token one', async () => {
    const accountId = await people.account('odd@example.org');
    expect(await tokens.authenticate(await tokens.replace(accountId, null))).toMatchObject({ accountId });
  });
});

describe('texts and ids', () => {
  it('of tokens are found, also of retired ones', async () => {
    const { accountId, token, tokenId } = await newOwner();
    const next = await tokens.replace(accountId, null);
    const nextId = (await tokens.idOf(next)) ?? 0;
    expect(await tokens.idOf(token)).toBe(tokenId);
    expect(await tokens.byIds([tokenId, nextId, tokenId, 0])).toEqual(
      new Map([
        [tokenId, { token, status: 'RETIRED' }],
        [nextId, { token: next, status: 'VALID' }],
      ]),
    );
  });

  it('tell how tokens stand: those of a disabled first key or user are disabled too', async () => {
    const { accountId, tokenId } = await newOwner();
    const { rows } = await db.query<{ id: number }>(
      `insert into api_token (account_id, hash, sealed, name, first) select account_id, 'another', sealed, 'Second', false
        from api_token where id = $1 returning id`,
      [tokenId],
    );
    const second = rows[0]?.id ?? 0;
    const states = async () => {
      const found = await tokens.byIds([tokenId, second]);
      return [tokenId, second].map((id) => found.get(id)?.status);
    };
    const set = (id: number, valid: boolean) => db.query('update api_token set valid = $2 where id = $1', [id, valid]);
    expect(await states()).toEqual(['VALID', 'VALID']);
    await set(second, false);
    expect(await states()).toEqual(['VALID', 'DISABLED']);
    await set(second, true);
    await set(tokenId, false);
    expect(await states()).toEqual(['DISABLED', 'DISABLED']);
    await set(tokenId, true);
    await db.query('update api_token set expires_at = $2 where id = $1', [second, new Date(0)]);
    expect(await states()).toEqual(['VALID', 'EXPIRED']);
    await db.query('update account set delete_at = now() where id = $1', [accountId]);
    expect(await states()).toEqual(['LEAVING', 'LEAVING']);
    await db.query('update account set disabled_at = now() where id = $1', [accountId]);
    expect(await states()).toEqual(['DISABLED', 'DISABLED']);
  });

  it('of nothing are nothing', async () => {
    expect(await tokens.byIds([])).toEqual(new Map());
    for (const text of ['', 'mistyped', newToken()]) expect(await tokens.idOf(text)).toBeNull();
  });

  it('that were sealed under a lost secret are empty', async () => {
    const { tokenId } = await newOwner();
    expect(await createTokens({ db, secret: `${SECRET}!` }).byIds([tokenId])).toEqual(
      new Map([[tokenId, { token: '', status: 'VALID' }]]),
    );
  });
});
