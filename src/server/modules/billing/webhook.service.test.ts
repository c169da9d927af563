import { describe, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import type { Verdict } from './billing.rules.ts';
import type { PaymentProvider, ProviderEvent } from './provider.ts';
import type { Cause, Settling } from './settle.service.ts';
import { createWebhooks } from './webhook.service.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const RAW = Buffer.from('{}');
const event = (about: ProviderEvent['about']): ProviderEvent => ({
  id: 'WH-1',
  about,
  orderId: 'ORDER',
  captureId: null,
});

interface World {
  /** What the message says; null when it is none. */
  readonly said?: ProviderEvent | null;
  /** What it proves to be when the provider is asked. */
  readonly proved?: ProviderEvent | null;
  readonly isKnown?: boolean;
  readonly isHeard?: boolean;
  readonly verdict?: Verdict;
}

/** One order, 7, at a provider that sends a message about it. */
const hearing = ({
  said = event('order'),
  isKnown = true,
  isHeard = false,
  verdict = { is: 'unpaid' },
  ...world
}: World) => {
  const clock = { at: NOW };
  const done: (readonly [string, ...unknown[]])[] = [];
  const query = async (text: string, values: unknown[]) => {
    if (text.includes('from webhook_event')) return { rows: isHeard ? [{}] : [] };
    if (text.startsWith('update purchase set told_at')) {
      done.push(['told', ...values]);
      return { rows: [] };
    }
    return { rows: isKnown ? [{ id: 7 }] : [] };
  };
  const settling = {
    apply: async ({ id }: { id: number }, { is }: Verdict, cause: Cause) => done.push(['apply', id, is, cause]),
    reverse: async ({ id }: { id: number }, cause: Cause) => done.push(['reverse', id, cause]),
  } as unknown as Settling;
  let verifications = 0;
  const paypal = {
    name: 'paypal',
    readWebhook: () => said,
    verifyWebhook: async () => {
      verifications += 1;
      return world.proved === undefined ? said : world.proved;
    },
  } as unknown as PaymentProvider;
  const examine = async (): Promise<Verdict> => {
    done.push(['examine']);
    return verdict;
  };
  const webhook = createWebhooks({
    db: { query } as unknown as Executor,
    providers: { paypal },
    confirming: { examine },
    settling,
    asking: (work) => work(),
    now: () => clock.at,
  });
  const send = (ip = '192.0.2.1', name = 'paypal') => webhook(name, {}, RAW, ip);
  return { send, done, clock, asked: () => verifications };
};

const TOLD = ['told', 7, NOW];
const WITH_EVENT = { source: 'webhook', eventId: 'WH-1' };

describe('a message', () => {
  it('leads to a look at the order, and has its effect once', async () => {
    const { send, done } = hearing({ verdict: { is: 'paid', captureId: 'C', refundedInPart: false } });
    expect(await send()).toBe('done');
    expect(done).toEqual([TOLD, ['examine'], ['apply', 7, 'paid', WITH_EVENT]]);
  });

  it.each(['stripe', 'sandbox', 'constructor', ''])('to the address of nobody is none: %s', async (name) => {
    await expect(hearing({}).send(undefined, name)).rejects.toMatchObject({ reason: 'address_unknown' });
  });

  it.each([
    ['that cannot be the provider’s is refused', { said: null }, 'refused'],
    ['about something else is heard', { said: event('other') }, 'done'],
    ['that had its effect is seen', { isHeard: true }, 'seen'],
    ['about no order of ours is heard', { isKnown: false }, 'done'],
  ] as const)('%s, and nobody is asked', async (_, world, answer) => {
    const { send, done, asked } = hearing(world);
    expect(await send()).toBe(answer);
    expect([done, asked()]).toEqual([[], 0]);
  });

  it('that is not proved to be the provider’s only lets the order be looked at earlier', async () => {
    const { send, done, asked } = hearing({ proved: null });
    expect(await send()).toBe('refused');
    expect([done, asked()]).toEqual([[TOLD], 1]);
  });

  it('about one order is asked about twenty times a minute, unless it is proved', async () => {
    const forged = hearing({ proved: null });
    for (let at = 0; at < 20; at += 1) expect(await forged.send()).toBe('refused');
    const headers = { 'Retry-After': '60' };
    await expect(forged.send()).rejects.toMatchObject({ reason: 'too_many_tries', headers });
    forged.clock.at = new Date(NOW.getTime() + 59_000);
    await expect(forged.send()).rejects.toMatchObject({ headers: { 'Retry-After': '1' } });
    expect(forged.asked()).toBe(20);
    const proved = hearing({});
    for (let at = 0; at < 50; at += 1) expect(await proved.send()).toBe('done');
  });

  it('is refused before it is read when one address sends too many', async () => {
    const { send } = hearing({ said: null });
    for (let at = 0; at < 3000; at += 1) await send();
    await expect(send()).rejects.toMatchObject({ reason: 'too_many_tries' });
    expect(await send('198.51.100.1')).toBe('refused');
  });
});

describe('a message that money went back', () => {
  it('as a whole, whatever the order says, ends what was paid for', async () => {
    const { send, done } = hearing({ said: event('reversed') });
    expect(await send()).toBe('done');
    expect(done).toEqual([TOLD, ['reverse', 7, WITH_EVENT]]);
  });

  it.each([
    ['refunded', { is: 'refunded' }],
    ['wrong', { is: 'wrong', why: 'amount', moneyTaken: false }],
    ['paid', { is: 'paid', captureId: 'C', refundedInPart: true }],
  ] as const)('is heard when the order shows it: %s', async (is, verdict) => {
    const { send, done } = hearing({ said: event('refunded'), verdict });
    expect(await send()).toBe('done');
    expect(done.at(-1)).toEqual(['apply', 7, is, WITH_EVENT]);
  });

  it.each([
    ['paid', { is: 'paid', captureId: 'C', refundedInPart: false }],
    ['pending', { is: 'pending' }],
  ] as const)('has to come again when the order does not show it yet: %s', async (is, verdict) => {
    const { send, done } = hearing({ said: event('refunded'), verdict });
    expect(await send()).toBe('later');
    expect(done.at(-1)).toEqual(['apply', 7, is, { source: 'webhook' }]);
  });
});
