import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contracts/billing.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { keptLog } from '#test/support/log.ts';
import { GIVEN_UP, type Verdict } from './billing.rules.ts';
import { createReconciler } from './reconciler.service.ts';
import type { Cause, Settling } from './settle.service.ts';
import type { Ordered } from './settle.store.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const CAUSE = { source: 'reconcile' };
const GIVE_UP = ['cancel', 7, { ...CAUSE, detail: 'too old' }];

const due = (changed: Partial<Ordered> = {}): Ordered =>
  ({ id: 7, status: 'CREATED', insertedAt: NOW, ...changed }) as Ordered;

interface World {
  readonly purchases?: readonly Ordered[];
  readonly examine?: (purchase: Ordered) => Promise<Verdict>;
  /** The status that a purchase has after its verdict. */
  readonly after?: PaymentStatus;
  /** What each statement waits for, or fails with. */
  readonly asked?: (text: string) => Promise<void>;
}

/** Looking after purchases that are due, and nothing else. */
const reconcilerOf = ({ purchases = [], examine, after = 'CREATED', asked = async () => {} }: World) => {
  const done: (readonly unknown[])[] = [];
  const log = keptLog();
  const query = async (text: string, values: readonly unknown[]) => {
    await asked(text);
    if (text.startsWith('update purchase set checked_at = null')) done.push(['forget', ...values]);
    return { rows: text.startsWith('with due') ? purchases : [] };
  };
  const settling = {
    apply: async ({ id }: Ordered, { is }: Verdict, cause: Cause) => {
      done.push([is, id, cause]);
      return after;
    },
    cancel: async ({ id }: Ordered, cause: Cause) => done.push(['cancel', id, cause]),
  } as unknown as Settling;
  const reconciler = createReconciler({
    db: { query } as unknown as Executor,
    accountStep: async () => {
      throw new Error('no account is looked after here');
    },
    providers: {},
    confirming: { examine: examine ?? (async () => ({ is: 'unpaid' })) },
    settling,
    notify: async () => {},
    now: () => NOW,
    log,
  });
  return { reconciler, done, lines: log.lines };
};

describe('a purchase that is due', () => {
  const old = due({ insertedAt: new Date(NOW.getTime() - GIVEN_UP - 1) });
  const young = due({ insertedAt: new Date(NOW.getTime() - GIVEN_UP) });
  const wrong = (moneyTaken: boolean): Verdict => ({ is: 'wrong', why: 'amount', moneyTaken });

  it.each([
    ['an old one without money is given up', old, { is: 'unpaid' }, 'CREATED', true],
    ['one that nobody knows too', old, { is: 'gone' }, 'CREATED', true],
    ['and one that differs without money', old, wrong(false), 'CREATED', true],
    ['not one that is three days old', young, { is: 'unpaid' }, 'CREATED', false],
    ['not one whose money is on its way', old, { is: 'pending' }, 'CREATED', false],
    ['not one of which other money was taken', old, wrong(true), 'CREATED', false],
    ['not one that is settled', old, { is: 'void' }, 'CANCELLED', false],
    ['not one that is paid', old, { is: 'paid', captureId: 'C', refundedInPart: false }, 'COMPLETED', false],
  ] as const)('%s', async (_, purchase, verdict, after, isGivenUp) => {
    const { reconciler, done } = reconcilerOf({ purchases: [purchase], examine: async () => verdict, after });
    expect(await reconciler.reconcile()).toBe(1);
    expect(done).toEqual([[verdict.is, 7, CAUSE], ...(isGivenUp ? [GIVE_UP] : [])]);
  });

  it('and cannot be looked at does not keep the next one waiting', async () => {
    const { reconciler, done, lines } = reconcilerOf({
      purchases: [due({ id: 1 }), due({ id: 2 })],
      examine: async ({ id }) => {
        if (id === 1) throw new Error('away');
        return { is: 'unpaid' };
      },
    });
    expect(await reconciler.reconcile()).toBe(2);
    expect(done).toEqual([['unpaid', 2, CAUSE]]);
    expect(lines).toEqual(['warn a purchase could not be looked after; it will be again']);
  });

  const away = async (): Promise<Verdict> => {
    throw new Error('away');
  };
  it.each([
    ['a cancelled one that could not be looked at', 'CANCELLED', away, true],
    ['a cancelled one whose money is on its way', 'CANCELLED', async () => ({ is: 'pending' }) as const, true],
    ['not a cancelled one that is known', 'CANCELLED', async () => ({ is: 'void' }) as const, false],
    ['not an open one that could not be looked at', 'CREATED', away, false],
    ['not an open one that is known', 'CREATED', async () => ({ is: 'unpaid' }) as const, false],
  ] as const)('is so again at once: %s', async (_, status, examine, isDue) => {
    const { reconciler, done } = reconcilerOf({ purchases: [due({ status })], examine, after: status });
    await reconciler.reconcile();
    expect(done.filter(([what]) => what === 'forget')).toEqual(isDue ? [['forget', 7]] : []);
  });
});

describe('a round', () => {
  const { signal } = new AbortController();

  it('goes on after a failure, which is told', async () => {
    const begun: string[] = [];
    const { reconciler, lines } = reconcilerOf({
      asked: async (text) => {
        begun.push(text.slice(0, 6));
        throw new Error('broken');
      },
    });
    await reconciler.round(signal);
    expect(begun).toEqual(['delete', 'select']);
    expect(lines).toEqual(Array(2).fill('warn payments could not be looked after'));
  });

  it('fails where the database does, and tells nothing itself', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const { reconciler, lines } = reconcilerOf({
      asked: async () => {
        throw away;
      },
    });
    await expect(reconciler.round(signal)).rejects.toBe(away);
    expect(lines).toEqual([]);
  });

  it('asks about no more purchases once it is to end', async () => {
    const stop = new AbortController();
    const { reconciler, done } = reconcilerOf({
      purchases: [due({ id: 1 }), due({ id: 2 })],
      examine: async () => {
        stop.abort();
        return { is: 'unpaid' };
      },
    });
    await reconciler.round(stop.signal);
    expect(done.map(([, id]) => id)).toEqual([1]);
  });
});
