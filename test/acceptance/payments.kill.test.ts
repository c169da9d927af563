import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { type FakeCall, startPayPal } from '#test/support/paypal-fake.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { tokenIn } from '#test/support/selling.ts';
import { connectionTo, findExternalServer } from '#test/support/server.ts';
import { ask, buy, CONFIRMED, confirm, limitOf, signIn, statusesOf } from './payments.support.ts';

/** Processes that are killed while money moves, and many confirmations at once. PayPal runs here and outlives them. */

const server = await findExternalServer();
const skipped = server === null ? ' (skipped: no PostgreSQL)' : '';
const fake = await startPayPal();
const SELLING = {
  PAYMENT_PROVIDER: 'paypal',
  PAYPAL_BASE_URL: fake.settings.baseUrl,
  PAYPAL_CLIENT_ID: fake.settings.clientId,
  PAYPAL_CLIENT_SECRET: fake.settings.clientSecret,
  PAYPAL_WEBHOOK_ID: fake.settings.webhookId,
};
const ADMIN = 'admin@example.org';

let nodes: Nodes;
beforeAll(async () => {
  if (skipped) return;
  nodes = (await openNodes()) as Nodes;
  await nodes.run('user', 'create', '--email', 'model@example.org', '--password', 'a password');
  await nodes.run('user', 'create', '--email', ADMIN, '--password', 'a password', '--admin');
});
afterAll(() => Promise.all([nodes?.close(), fake.close()]));

let buyers = 0;
/** The session of a new buyer. */
const newBuyer = async (node: Served): Promise<string> => {
  const email = `buyer-${++buyers}@example.org`;
  await nodes.query(`with made as (insert into account (email, password)
      select '${email}', password from account where email = 'model@example.org' returning id)
    insert into plan_grant (account_id, role_id) select made.id, r.id from made, plan_role r where r.rol = 'FREE'`);
  return signIn(node, email);
};

/** A purchase that is approved and not confirmed yet. */
const approved = async (node: Served, who?: string) => {
  const buyer = who ?? (await newBuyer(node));
  const order = tokenIn((await buy(node, buyer)).data.link);
  fake.approve(order);
  return { buyer, order };
};

/** Asks until the answer is the wanted one. */
const until = <Value>(wanted: Value, read: () => Promise<Value>): Promise<void> => expect.poll(read).toEqual(wanted);

/** The trail of an order, and how often its payment was granted. */
const bookOf = async (order: string) => {
  const [book] = await nodes.query(`select u.status,
      (select count(*)::int from plan_grant g join payment p on p.id = g.payment_id where p.purchase_id = u.id) as grants,
      (select string_agg(what || ' ' || source, ', ' order by id) from purchase_event where purchase_id = u.id) as trail
    from purchase u where u.order_id = '${order}'`);
  return book;
};

/** How often money has to have been taken in all. */
let sold = 0;
afterEach(() => {
  sold = fake.captured();
  fake.onCall(() => {});
});
/** Money and rights: taken once, given once, and every place says so. */
const expectSold = async (on: readonly Served[], buyer: string, order: string, by: 'buyer' | 'reconcile') => {
  for (const node of on) {
    expect(await confirm(node, buyer, order)).toMatchObject(CONFIRMED);
    await until(25_000, () => limitOf(node, buyer));
    expect(await statusesOf(node, buyer)).toEqual(['COMPLETED']);
  }
  const trail = `CREATED buyer, COMPLETED ${by}, GRANTED ${by}`;
  expect(await bookOf(order)).toEqual({ status: 'COMPLETED', grants: 1, trail });
  expect([fake.isCaptured(order), fake.captured()]).toEqual([true, ++sold]);
};

describe.skipIf(skipped)(`a product that is killed${skipped}`, () => {
  let node: Served;
  let started: Promise<Served>;
  const restart = async (): Promise<void> => {
    started = nodes.start(SELLING);
    node = await started;
  };
  beforeEach(async () => {
    if (node?.child.exitCode !== null || node.child.signalCode !== null) await restart();
  });
  afterAll(() => node?.end('SIGTERM'));

  /** What is two minutes later with purchases. */
  const twoMinutesPass = () =>
    nodes.query(`update purchase set inserted_at = inserted_at - interval '2 minutes',
      begun_at = begun_at - interval '2 minutes', checked_at = checked_at - interval '2 minutes' where status = 'CREATED'`);

  /** Moments of calls to PayPal, which has done what it was asked and not answered. Before the next call all is the same. */
  const moments = (...steps: string[]) => [`before ${steps[0]}`, ...steps.map((step) => `after ${step}`)];
  const posts: Record<string, string> = { '/v1/oauth2/token': 'token', '/v2/checkout/orders': 'create' };
  const stepOf = ({ method, path }: FakeCall) => (method === 'GET' ? 'read' : (posts[path] ?? 'capture'));
  /** Does what comes to that moment, and kills the product there. */
  const dyingAt = async (moment: string, work: () => Promise<unknown>): Promise<void> => {
    const [phase, step, nth] = moment.split(' ');
    const reached = Promise.withResolvers<void>();
    let seen = 0;
    if (step === 'token') fake.dropTokens();
    fake.onCall((call, at) => {
      if (at !== phase || stepOf(call) !== step || ++seen !== Number(nth)) return;
      reached.resolve();
      return new Promise(() => {});
    });
    const cut = expect(work(), 'a call of the killed product').rejects.toThrow();
    await Promise.race([reached.promise, cut.then(() => Promise.reject(new Error(`nothing came to ${moment}`)))]);
    await (await started).end('SIGKILL');
    await cut;
    fake.onCall(() => {});
  };

  /** The task that looks at open purchases, run now instead of at its next minute. */
  const look = async (): Promise<void> => {
    const session = await signIn(node, ADMIN);
    const run = { method: 'POST', body: '{}' };
    // A node answers a moment before it has made the first tasks.
    await until(200, async () => {
      const [task] = await nodes.query<{ id: number }>(`select id from task where type = 'EXPIRE_PAYMENTS'`);
      return task && (await ask(node, `/api/admin/tasks/execute-task/${task.id}`, session, run)).code;
    });
  };

  /** Two minutes later on a product started anew, which looks at open purchases once. */
  const expectReconciled = async (buyer: string, order: string) => {
    await twoMinutesPass();
    await restart();
    await look();
    await until(['COMPLETED'], () => statusesOf(node, buyer));
    await expectSold([node], buyer, order, 'reconcile');
  };

  const buying = moments('token 1', 'create 1');
  it.each(buying)('%s of a purchase has sold nothing, and then sells it once', async (moment) => {
    const buyer = await newBuyer(node);
    const orders = fake.orderIds().length;
    await dyingAt(moment, () => buy(node, buyer));
    expect(fake.orderIds().length - orders).toBe(moment === 'after create 1' ? 1 : 0);
    await twoMinutesPass();
    await restart();
    expect([await limitOf(node, buyer), fake.captured()]).toEqual([1_000, sold]);
    // The first look may still be to come, and would find the money before the buyer is back.
    await nodes.query(`update purchase set checked_at = now() where status = 'CREATED'`);
    const { order } = await approved(node, buyer);
    expect(fake.orderIds().length - orders).toBe(1);
    await expectSold([node], buyer, order, 'buyer');
  });

  const confirming = moments('token 1', 'read 1', 'capture 1', 'read 2');
  it.each(confirming)('%s of a confirmation makes money and rights agree at its first look', async (moment) => {
    const { buyer, order } = await approved(node);
    await dyingAt(moment, () => confirm(node, buyer, order));
    expect(fake.isCaptured(order)).toBe(confirming.indexOf(moment) >= confirming.indexOf('after capture 1'));
    expect(await bookOf(order)).toMatchObject({ status: 'CREATED', grants: 0 });
    await expectReconciled(buyer, order);
  });

  it('at that look, with the money taken, ends it at the next', async () => {
    const { buyer, order } = await approved(node);
    await node.end('SIGKILL');
    await twoMinutesPass();
    await dyingAt('after capture 1', async () => {
      await restart();
      const gone = once(node.child, 'exit');
      await look();
      await gone;
      throw new Error('the product is gone');
    });
    await expectReconciled(buyer, order);
  });

  it('with the money taken gives what was paid for to the buyer who comes back before that look', async () => {
    const { buyer, order } = await approved(node);
    await dyingAt('after capture 1', () => confirm(node, buyer, order));
    await restart();
    await expectSold([node], buyer, order, 'buyer');
  });

  it.each([
    ['before its transaction', `select from purchase where status = 'CREATED' for update`],
    ['in its transaction, between the status and the roles', 'lock table plan_grant in share mode'],
  ])('%s has written nothing, and writes all of it at its first look', async (_when, lock) => {
    const { buyer, order } = await approved(node);
    const [{ name } = { name: '' }] = await nodes.query<{ name: string }>('select current_database() as name');
    const holder = new pg.Client(connectionTo({ address: { url: server ?? '' } }, name));
    await holder.connect();
    fake.onCall(async ({ path }, phase) => {
      if (path.endsWith('/capture') && phase === 'after') await holder.query(`begin; ${lock}`);
    });
    const cut = expect(confirm(node, buyer, order)).rejects.toThrow();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(1, async () => (await nodes.query(waiting)).length);
    await node.end('SIGKILL');
    await cut;
    fake.onCall(() => {});
    await holder.end();
    expect(await bookOf(order)).toMatchObject({ status: 'CREATED', grants: 0 });
    expect(fake.isCaptured(order)).toBe(true);
    await expectReconciled(buyer, order);
  });
});

const alone = skipped || noRedisServer;
describe.skipIf(alone)(`two nodes${alone}`, () => {
  it('take the money once and give once, however often and wherever the buyer confirms', async () => {
    const settings = { ...SELLING, REDIS_URL: (await startRedis()).url };
    const [a, b] = [await nodes.start(settings), await nodes.start(settings)] as const;
    /** Half of the answers are of the one node, half of the other; null for those that never came. */
    const confirmations = (buyer: string, order: string) =>
      Promise.all(Array.from({ length: 50 }, (_, at) => confirm(at % 2 === 0 ? a : b, buyer, order).catch(() => null)));
    const pending = { code: 409, reason: 'payment_pending' };
    // Nobody hears of the approval before both nodes have asked: both go on to take the money.
    const { buyer, order } = await approved(a);
    const both = Promise.withResolvers<void>();
    let reads = 0;
    const before = fake.calls.length;
    fake.onCall(({ method }, phase) => {
      if (method !== 'GET' || phase === 'before') return;
      if (++reads === 2) both.resolve();
      return both.promise;
    });
    const answers = await confirmations(buyer, order);
    for (const answer of answers) expect(answer).toMatchObject(answer?.code === 200 ? CONFIRMED : pending);
    expect(answers.filter((answer) => answer?.code === 200)).not.toHaveLength(0);
    const tries = fake.calls.slice(before).filter(({ path }) => path.endsWith('/capture'));
    expect(tries.length, 'both nodes went for the money').toBeGreaterThan(1);
    await expectSold([a, b], buyer, order, 'buyer');

    // The same again, and one of the nodes is gone the moment that the money is taken.
    const next = await approved(b);
    fake.onCall(({ path }, phase) => {
      if (path.endsWith('/capture') && phase === 'after') a.child.kill('SIGKILL');
    });
    const last = await confirmations(next.buyer, next.order);
    for (const answer of last.filter((_, at) => at % 2 === 1))
      expect(answer).toMatchObject(answer?.code === 200 ? CONFIRMED : pending);
    await expectSold([b], next.buyer, next.order, 'buyer');
  });
});
