import { describe, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { callerOf, failureOf, MINUTE, SECRET } from './accounts.fixture.ts';
import { forgeries } from './session.fixture.ts';
import { createSessions } from './session.service.ts';

const db = await testDatabase();
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 0, 1);
let at = START;
let statements = 0;
const counted: Executor = {
  query: (query, values) => {
    statements += 1;
    return db.query(query, values);
  },
};
const node = (executor: Executor = db) =>
  createSessions({ db: executor, secret: SECRET, now: () => new Date(at), ticks: () => at });
const sessions = node(counted);
const other = node();
const asPerson = (token: string, on = sessions) => callerOf(on.authenticate('session'), `Bearer ${token}`);
const asAdmin = (token: string, on = sessions) => callerOf(on.authenticate('admin'), `Bearer ${token}`);
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="kinodex"' };

let made = 0;
const newOwner = async (role: 'USER' | 'ADMIN' = 'USER') => {
  const email = `person-${++made}@example.org`;
  const { rows } = await db.query<{ id: number }>(
    'insert into account (email, role, max_regs) values ($1, $2, 35) returning id',
    [email, role],
  );
  const owner = { id: rows[0]?.id ?? 0, role, version: 1, disabled: false };
  return { owner, email, token: await sessions.open(db, owner, '192.0.2.7') };
};
const sessionIdOf = async (token: string): Promise<string> => (await asPerson(token)).person?.sessionId ?? '';

describe('who has a session', () => {
  it('is known by its bearer token, with what the account says', async () => {
    const { owner, email, token } = await newOwner();
    const caller = await asPerson(token);
    expect(caller).toEqual({
      maxRegs: 35,
      accountId: owner.id,
      tokenId: null,
      limit: null,
      person: { sessionId: expect.any(String), email, role: 'USER', signedInAt: new Date(at) },
    });
    expect(await callerOf(sessions.authenticate('session'), `bearer ${token}`)).toEqual(caller);
  });

  it('is known at once and without the database when seen a moment ago', async () => {
    const { token } = await newOwner();
    await asPerson(token);
    const before = statements;
    const again = sessions.authenticate('session')({ headers: { authorization: `Bearer ${token}` } } as never);
    expect(again).not.toBeInstanceOf(Promise);
    expect(statements).toBe(before);
  });

  it('is let in as administrator only with that role', async () => {
    expect((await asAdmin((await newOwner('ADMIN')).token)).person?.role).toBe('ADMIN');
    const { token } = await newOwner('USER');
    const first = await failureOf(() => asAdmin(token));
    expect([first, await failureOf(() => asAdmin(token))]).toMatchObject([
      { reason: 'forbidden', status: 403 },
      { reason: 'forbidden', status: 403 },
    ]);
  });

  it('has left the network address where the session was opened', async () => {
    const { owner } = await newOwner();
    await sessions.open(db, owner, '2001:db8:1:2:3::4');
    await sessions.open(db, owner, null);
    const { rows } = await db.query('select ip from known_address where account_id = $1 order by ip', [owner.id]);
    expect(rows).toEqual([{ ip: '192.0.2.7' }, { ip: '2001:db8:1:2::/64' }]);
  });
});

describe('a credential that is refused', () => {
  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearer a b'])(
    'is missing when the header is %j',
    async (header) => {
      for (const access of ['session', 'admin'] as const)
        expect(await failureOf(() => callerOf(sessions.authenticate(access), header))).toMatchObject({
          reason: 'session_missing',
          status: 401,
          headers: CHALLENGE,
        });
    },
  );

  it('is a forged one, without asking the database', async () => {
    const { token } = await newOwner('ADMIN');
    const before = statements;
    for (const { name, token: forged } of forgeries(token, SECRET))
      expect([name, (await failureOf(() => asAdmin(forged))).status]).toEqual([name, 401]);
    expect(statements).toBe(before);
  });

  it('is an API token', async () => {
    expect(await failureOf(() => asPerson(`kdx_${'0'.repeat(38)}`))).toMatchObject({
      reason: 'session_invalid',
      headers: CHALLENGE,
    });
  });

  it('has expired after 60 minutes', async () => {
    const { token } = await newOwner();
    at += 60 * MINUTE - 1_000;
    await asPerson(token);
    at += 1_000;
    expect(await failureOf(() => asPerson(token))).toMatchObject({ reason: 'session_expired', headers: CHALLENGE });
  });

  it.each([
    ['the version of the account was raised', 'update account set version = version + 1 where id = $1'],
    ['the role is another one now', `update account set role = 'ADMIN' where id = $1`],
    ['the account is deleted', 'update account set deleted_at = now() where id = $1'],
    ['the session was ended', 'delete from session where account_id = $1'],
  ])('no longer holds: %s', async (_why, change) => {
    const { owner, token } = await newOwner();
    await asPerson(token);
    await db.query(change, [owner.id]);
    sessions.invalidate();
    for (const work of [() => asPerson(token), () => sessions.refresh(token)])
      expect(await failureOf(work)).toMatchObject({ reason: 'session_invalid', status: 401, headers: CHALLENGE });
  });
});

describe('ending', () => {
  it('takes effect at once where it was asked for, elsewhere when told so', async () => {
    const { token } = await newOwner();
    await asPerson(token, other);
    await sessions.end(await sessionIdOf(token));
    expect(await failureOf(() => asPerson(token))).toMatchObject({ reason: 'session_invalid' });
    await asPerson(token, other);
    other.invalidate();
    expect(await failureOf(() => asPerson(token, other))).toMatchObject({ reason: 'session_invalid' });
  });

  it('takes effect on a node that heard nothing after 900 ms', async () => {
    const { token } = await newOwner();
    await asPerson(token, other);
    await sessions.end(await sessionIdOf(token));
    at += 899;
    await asPerson(token, other);
    at += 2;
    expect(await failureOf(() => asPerson(token, other))).toMatchObject({ reason: 'session_invalid' });
  });

  it('is told to every node with the commit', async () => {
    const heard = await hearing(db, PEOPLE_CHANGED);
    const { token } = await newOwner();
    await sessions.end(await sessionIdOf(token));
    expect(await heard()).toBe(1);
  });

  it('of an account leaves the sessions of other people', async () => {
    const { owner, token } = await newOwner();
    const second = await sessions.open(db, owner, null);
    const stranger = await newOwner();
    await sessions.endAll(db, owner.id);
    sessions.invalidate();
    await asPerson(stranger.token);
    for (const ended of [token, second])
      expect(await failureOf(() => asPerson(ended))).toMatchObject({ reason: 'session_invalid' });
  });

  it('of an account but one gives that one another sid, as old as it was', async () => {
    const { owner, token } = await newOwner();
    const second = await sessions.open(db, owner, null);
    const stranger = await newOwner();
    const before = await sessionIdOf(token);
    at += 20 * MINUTE;
    const next = await sessions.replace(db, owner, before);
    sessions.invalidate();
    await asPerson(stranger.token);
    for (const ended of [token, second])
      expect(await failureOf(() => asPerson(ended))).toMatchObject({ reason: 'session_invalid' });
    expect(await sessionIdOf(next)).not.toBe(before);
    expect((await asPerson(next)).person?.signedInAt.getTime()).toBe(at - 20 * MINUTE);
    expect(await failureOf(() => sessions.replace(db, owner, before))).toMatchObject({ reason: 'session_invalid' });
    const others = await sessionIdOf(stranger.token);
    expect(await failureOf(() => sessions.replace(db, owner, others))).toMatchObject({ reason: 'session_invalid' });
    await asPerson(next);
  });

  it('that falls between the look-up and its answer is not forgotten again', async () => {
    const { token } = await newOwner();
    const sessionId = await sessionIdOf(token);
    other.invalidate();
    const asked = asPerson(token, other);
    other.invalidate();
    await asked;
    await sessions.end(sessionId);
    expect(await failureOf(() => asPerson(token, other))).toMatchObject({ reason: 'session_invalid' });
  });
});

describe('refreshing', () => {
  it('gives a token of the same session that holds for 60 minutes more', async () => {
    const { token } = await newOwner();
    const sessionId = await sessionIdOf(token);
    at += 50 * MINUTE;
    const next = await sessions.refresh(token);
    at += 59 * MINUTE;
    expect(await sessionIdOf(next)).toBe(sessionId);
    expect(await failureOf(() => sessions.refresh(token))).toMatchObject({ reason: 'session_expired' });
  });

  it('ends 30 days after the sign-in, to the second', async () => {
    const { token: first } = await newOwner();
    const end = at + 30 * DAY;
    let token = first;
    while (at + 50 * MINUTE < end) {
      at += 50 * MINUTE;
      token = await sessions.refresh(token);
    }
    at = end - 1_000;
    token = await sessions.refresh(token);
    at = end;
    expect(await failureOf(() => asPerson(token))).toMatchObject({ reason: 'session_expired' });
    expect(await failureOf(() => sessions.refresh(token))).toMatchObject({ reason: 'session_expired' });
  });

  it('sweeps sessions that are over when another is opened', async () => {
    const { owner } = await newOwner();
    at += 31 * DAY;
    await newOwner();
    expect((await db.query('select 1 from session where account_id = $1', [owner.id])).rows).toEqual([]);
  });
});
