import { expect, it } from 'vitest';
import { silentLog } from '#test/support/log.ts';
import { type BillingOptions, createBilling } from './billing.service.ts';
import type { PaymentProvider } from './provider.ts';

const paypal = { name: 'paypal', test: false } as PaymentProvider;
const sandbox = { name: 'sandbox', test: true } as PaymentProvider;
const methodOf = (options: Pick<BillingOptions, 'provider' | 'providers'>) =>
  createBilling({ ...options, log: silentLog } as unknown as BillingOptions).method();

it('the site is told who takes the money, and whether it moves', () => {
  const providers = { paypal, sandbox };
  expect(methodOf({ providers, provider: 'paypal' })).toEqual({ provider: 'paypal', test: false });
  expect(methodOf({ providers, provider: 'sandbox' })).toEqual({ provider: 'sandbox', test: true });
  const off = { provider: 'none', test: false };
  expect(methodOf({ providers, provider: 'none' })).toEqual(off);
  expect(methodOf({ providers: {}, provider: 'paypal' })).toEqual(off);
});
