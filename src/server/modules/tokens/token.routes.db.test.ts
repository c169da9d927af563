import { describe, expect, it } from 'vitest';
import { tokenName } from '#contracts/users.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask, failureOf, peopleIn, SECRET } from './people.fixture.ts';
import { tokenRoutes } from './token.routes.ts';
import { newToken } from './token.secret.ts';
import { createTokens } from './token.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET });
const nameOf = async (token: string) => (await ask(tokenRoutes(tokens), tokenName, { query: { token } })).data;

describe('a token', () => {
  it('is named by its id and its visible part, also after it was replaced', async () => {
    const { accountId, token, tokenId: idToken } = await people.person();
    const old = await people.token(accountId, { retired: true });
    const name = { idToken, visible: `kdx_••••${token.slice(-4)}` };
    expect(await nameOf(token)).toEqual(name);
    expect(await nameOf(String(idToken))).toEqual(name);
    expect(await nameOf(old.token)).toMatchObject({ idToken: old.tokenId });
  });

  it.each([['nothing'], ['0'], ['999999'], ['-1'], ['1e3'], [newToken()]])('that is none: %s', async (text) => {
    expect((await failureOf(() => nameOf(text))).reason).toBe('token_unknown');
    expect(await tokens.ownerOf(text)).toBeNull();
    expect(await tokens.setValid(db, text, false)).toBe(false);
  });

  it('is switched off by its id', async () => {
    const { tokenId: idToken, token } = await people.person();
    expect(await tokens.setValid(db, String(idToken), false)).toBe(true);
    expect((await failureOf(() => tokens.authenticate(token))).reason).toBe('token_disabled');
  });

  it('does not open the data by its id', async () => {
    const { tokenId: idToken } = await people.person();
    expect((await failureOf(() => tokens.authenticate(String(idToken)))).reason).toBe('token_invalid');
  });
});
