import { describe, expect, it } from 'vitest';
import * as calls from '#contracts/users.api.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import { ask, failureOf, type Made, NOW, peopleIn, SECRET, TODAY } from '#server/modules/tokens/people.fixture.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { userRoutes } from './user.routes.ts';
import { createUsers } from './user.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });
const routes = userRoutes(
  createUsers({
    db,
    tokens,
    accounts: { remove: async () => {}, endSessions: async () => {} },
    usage: (_, limit) => ({ limit, used: 0, remaining: 0 }),
    requests: createRequests(db),
    now: () => NOW,
    timeZone: 'Europe/Berlin',
  }),
);
const reasonOf = async (work: () => unknown) => (await failureOf(work)).reason;

describe('the requests of a user', () => {
  const by = async (endpoint: typeof calls.userRequestsToken | typeof calls.userRequestsIp, query: object) =>
    (await ask(routes, endpoint, { query })).data;

  it('are those of every token within the days, newest first, whatever was taken back', async () => {
    const one = await people.person();
    const old = await people.token(one.accountId, { retired: true });
    await people.counted(old.tokenId, '2026-11-18', '192.0.2.1', 100);
    await people.counted(old.tokenId, '2026-11-19', '192.0.2.1', 5);
    await people.counted(one.tokenId, '2026-11-19', '192.0.2.1', 2);
    await people.counted(one.tokenId, TODAY, '192.0.2.1', 1);
    await people.counted(one.tokenId, TODAY, '192.0.2.2', 10);
    await people.counted((await people.person()).tokenId, TODAY, '192.0.2.9', 999);
    await db.query('update request_count set cleared = requests');
    const query = { email: one.email, startDate: '2026-11-19T23:00:00Z', endDate: '2026-11-21T00:00:00Z' };
    expect(await by(calls.userRequestsToken, query)).toEqual([
      { dateOfRequest: TODAY, numberOfRequest: 11 },
      { dateOfRequest: '2026-11-19', numberOfRequest: 7 },
    ]);
    expect(await by(calls.userRequestsIp, query)).toEqual([
      { dateOfRequest: TODAY, ip: '192.0.2.2', numberOfRequest: 10 },
      { dateOfRequest: TODAY, ip: '192.0.2.1', numberOfRequest: 1 },
      { dateOfRequest: '2026-11-19', ip: '192.0.2.1', numberOfRequest: 7 },
    ]);
    expect(await by(calls.userRequestsToken, { token: one.token })).toEqual([
      { dateOfRequest: TODAY, numberOfRequest: 11 },
    ]);
  });

  it.each([calls.userRequestsToken, calls.userRequestsIp])('that are none are 404, by $name', async (endpoint) => {
    const one = await people.person();
    await people.counted(one.tokenId, '2026-11-20', '192.0.2.1', 1);
    expect(await failureOf(() => by(endpoint, one))).toMatchObject({ status: 404, message: 'No data found' });
    expect(await reasonOf(() => by(endpoint, { email: 'nobody@example.org' }))).toBe('user_unknown');
    expect(await reasonOf(() => by(endpoint, {}))).toBe('invalid_parameter');
  });
});

describe('tokens that were registered on a day', () => {
  const registered = async (date: string) =>
    (await ask(routes, calls.tokenRegistration, { params: { date } })).data.map((one: Made) => one.token);

  it("are those of the server's day, newest first, without deleted users", async () => {
    const one = await people.person();
    const make = async (at: string, retired = true) => (await people.token(one.accountId, { at, retired })).token;
    const [late, early] = [await make('2026-03-08T22:59:59Z'), await make('2026-03-07T23:00:00Z')];
    await make('2026-03-08T23:00:00Z');
    await make('2026-03-07T22:59:59Z');
    expect(await registered('20260308')).toEqual([late, early]);
    // The day on which the clocks go forward has 23 hours.
    const short = await make('2026-03-29T21:59:59Z');
    await make('2026-03-29T22:00:00Z');
    expect(await registered('20260329')).toEqual([short]);
    const { data } = await ask(routes, calls.tokenRegistration, { params: { date: '20260329' } });
    expect(data).toEqual([
      {
        token: short,
        email: one.email,
        ip: '192.0.2.7',
        registrationDate: '2026-03-29T21:59:59.000Z',
        isValid: 0,
        idToken: await tokens.idOf(short),
      },
    ]);
    await db.query('update account set deleted_at = now() where id = $1', [one.accountId]);
    expect(await registered('20260308')).toEqual([]);
  });

  it('are those of today, or of the day by its number', async () => {
    const { token } = await people.person();
    await db.query('update api_token set inserted_at = now() where id = $1', [await tokens.idOf(token)]);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format().replaceAll('-', '');
    expect(await registered('today')).toEqual([token]);
    expect(await registered(today)).toEqual([token]);
  });

  it('need a day that exists', async () => {
    expect(await failureOf(() => registered('20261399'))).toMatchObject({ status: 400, details: [{ field: 'date' }] });
    expect(await registered('99991231')).toEqual([]);
  });
});
