import { beforeEach, describe, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { accountsOn, failureOf, MINUTE } from './accounts.fixture.ts';

const db = await testDatabase();
const HOME = '192.0.2.1';
const AWAY = '198.51.100.9';
const PASSWORD = 'correct horse';

/** What the service asks of the database, statement by statement. */
const asked: string[] = [];
const query: Executor['query'] = (text, values) => {
  asked.push(typeof text === 'string' ? text : text.text);
  return db.query(text, values);
};
const watched = { ...db, query };

let kit = accountsOn(watched);
let owner = '';
let made = 0;
const signIn = (email: string, password = PASSWORD, ip = HOME) => kit.accounts.signIn({ email, password, ip });
const fails = async (email: string, ip: string, password = 'wrong') => {
  const { reason, status, message, details, headers } = await failureOf(() => signIn(email, password, ip));
  return { reason, status, message, details, headers };
};
const newOwner = async (ip = HOME): Promise<string> => {
  const email = `owner-${++made}@example.org`;
  await kit.accounts.signUp({ email, password: PASSWORD, confirmPassword: PASSWORD, ip });
  return email;
};
/** Ten wrong passwords, none of which comes from a network of the owner. */
const fill = async (email: string): Promise<void> => {
  for (let times = 0; times < 10; times++) await fails(email, `203.0.113.${times}`);
};
const rowsOf = async (like: string): Promise<number> => {
  const { rows } = await db.query<{ rows: number }>('select count(*)::int as rows from tries where bucket like $1', [
    like,
  ]);
  return rows[0]?.rows ?? 0;
};

beforeEach(async () => {
  await db.query('delete from tries');
  kit = accountsOn(watched);
  owner = await newOwner();
});

describe('while an account is held up', () => {
  it('one try in 30 seconds is looked at from where the owner has signed in before', async () => {
    await fill(owner);
    kit.compared.length = 0;
    const guesses = await Promise.all(Array.from({ length: 50 }, () => fails(owner, HOME)));
    expect(kit.compared).toHaveLength(1);
    expect(kit.compared[0]).toMatch(/^\$argon2id/);
    expect(new Set(guesses.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['429 too_many_tries']),
    );
    // Also the right one is not looked at before its time.
    expect(await fails(owner, HOME, PASSWORD)).toMatchObject({ status: 429 });
    kit.later(30_000 - 1);
    expect(await fails(owner, HOME, PASSWORD)).toMatchObject({ status: 429 });
    expect(kit.compared).toHaveLength(1);
    kit.later(1);
    expect((await signIn(owner)).email).toBe(owner);
  });

  it('150 guesses from the network of the owner come no further than their time', async () => {
    await fill(owner);
    for (let times = 0; times < 150; times++) {
      kit.later(1_000);
      await fails(owner, HOME);
    }
    expect(kit.compared.filter((phc) => phc !== null)).toHaveLength(10 + Math.ceil(150 / 30));
  });

  it('none is looked at from other networks, nor does theirs use up the one of the owner', async () => {
    await fill(owner);
    kit.compared.length = 0;
    for (let times = 0; times < 5; times++) expect(await fails(owner, AWAY, PASSWORD)).toMatchObject({ status: 429 });
    expect(kit.compared.every((phc) => phc === null)).toBe(true);
    expect((await signIn(owner)).email).toBe(owner);
  });

  it('the seconds between two are as the operator says', async () => {
    kit.set('SIGNIN_OWNER_SECONDS', '5');
    await fill(owner);
    const { message } = await fails(owner, HOME);
    expect(message).toContain('a try every 5 seconds');
    kit.later(5_000);
    await signIn(owner);
  });

  it('a network that is held up as a whole leaves its owners their try', async () => {
    kit.set('SIGNIN_TRIES_ADDRESS', '5');
    for (let times = 0; times < 5; times++) await fails(`made-up-${times}@example.org`, HOME);
    expect((await signIn(owner)).email).toBe(owner);
    expect(await fails(owner, HOME, PASSWORD)).toMatchObject({ status: 429 });
  });

  it('says when every try is taken again, whichever limit stands longest', async () => {
    kit.set('SIGNIN_TRIES_ADDRESS', '5');
    for (let times = 0; times < 5; times++) await fails('made-up@example.org', AWAY);
    kit.later(10 * MINUTE);
    await fill(owner);
    const expected = {
      headers: { 'Retry-After': '900' },
      message:
        'Too many failed tries; they are counted for 15 minutes. Where you have signed in before, a try every 30 seconds is still looked at.',
    };
    for (const ip of [HOME, AWAY]) expect(await fails(owner, ip)).toMatchObject(expected);
    kit.later(15 * MINUTE);
    await signIn(owner, PASSWORD, AWAY);
  });
});

describe('a try of a known and of an unknown account, from a known and from another network', () => {
  /** What one wrong try is answered, asks of the database and costs of hashes. */
  const traceOf = async (email: string, ip: string) => {
    asked.length = 0;
    kit.compared.length = 0;
    const answer = await fails(email, ip);
    return { answer, asked: [...asked], hashes: kit.compared.length };
  };
  const fourOf = async (prepare: (email: string, ip: string) => Promise<void>) => {
    const traces = [];
    const withoutPassword = `token-${++made}@example.org`;
    await kit.accounts.ensure(db, withoutPassword);
    for (const email of [owner, withoutPassword, `unknown-${++made}@example.org`])
      for (const ip of [HOME, AWAY]) {
        await db.query('delete from tries');
        await prepare(email, ip);
        traces.push(await traceOf(email, ip));
      }
    return traces;
  };
  const expectAlike = (traces: Awaited<ReturnType<typeof fourOf>>, hashes: number, status: number): void => {
    expect(traces).toHaveLength(6);
    for (const trace of traces) expect(trace).toEqual(traces[0]);
    expect(traces[0]).toMatchObject({ hashes, answer: { status } });
  };
  const fillNetwork = async (ip: string): Promise<void> => {
    const endsAt = new Date(kit.now().getTime() + 15 * MINUTE);
    await db.query('insert into tries values ($1, 50, $2)', [`sign-in address ${ip}`, endsAt]);
  };
  /** One failure, where one is enough. */
  const fillAccount = async (email: string): Promise<void> => {
    kit.set('SIGNIN_TRIES_ACCOUNT', '1');
    await fails(email, '203.0.113.1');
  };

  it('is the same work and the same answer while nothing is held up', async () =>
    expectAlike(await fourOf(async () => {}), 1, 401));

  it('is so while the account is held up, at the first try and at the next', async () => {
    expectAlike(await fourOf(fillAccount), 1, 429);
    const second = async (email: string, ip: string): Promise<void> => {
      await fillAccount(email);
      await fails(email, ip);
    };
    expectAlike(await fourOf(second), 0, 429);
  });

  it('is so while the network is held up, at the first try and at the next', async () => {
    expectAlike(await fourOf((_email, ip) => fillNetwork(ip)), 1, 429);
    const second = async (email: string, ip: string): Promise<void> => {
      await fillNetwork(ip);
      await fails(email, ip);
    };
    expectAlike(await fourOf(second), 0, 429);
  });
});

describe('what refused tries leave behind', () => {
  const quick = () =>
    accountsOn(db, { passwords: { hash: () => Promise.reject(new Error('not needed')), verify: async () => false } });

  it('is bounded for a network, however many addresses it makes up', async () => {
    const { accounts } = quick();
    const guess = (times: number) =>
      failureOf(() => accounts.signIn({ email: `made-up-${times}@example.org`, password: 'wrong', ip: AWAY }));
    for (let from = 0; from < 1_000; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => guess(from + at)));
    // Its own row, one for each failure that was counted, and those of its owners' checks.
    expect(await rowsOf('%')).toBeLessThanOrEqual(1 + 50 + 8 + 20);
    expect(await rowsOf('sign-in owner %')).toBeLessThanOrEqual(8);
  });

  it("is counted by the database's clock, whatever the node's says", async () => {
    kit = accountsOn(db, { triesClock: undefined });
    await fails(owner, AWAY);
    // The node's clock stands at the beginning of the year.
    const { rows } = await db.query<{ late: boolean }>(
      `select every(ends_at > now()) as late from tries where bucket like 'sign-in %'`,
    );
    expect(rows).toEqual([{ late: true }]);
  });

  it('is removed again where it came from many networks', async () => {
    const { accounts, later } = quick();
    const guess = (times: number) =>
      failureOf(() =>
        accounts.signIn({
          email: `far-${times}@example.org`,
          password: 'wrong',
          ip: `2001:db8:${times.toString(16)}::1`,
        }),
      );
    const before = await rowsOf('%');
    for (let times = 0; times < 300; times++) await guess(times);
    expect(await rowsOf('%')).toBe(before + 600);
    later(15 * MINUTE);
    for (let times = 0; times < 64; times++) await guess(1_000 + times);
    expect(await rowsOf('%')).toBeLessThanOrEqual(before + 128);
  });
});
