import { describe, expect, it } from 'vitest';
import { paymentProviderOf } from './billing.config.ts';
import { isOfPayPal } from './paypal.hosts.ts';

const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
const abroad = { HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example' };

describe('who takes the money', () => {
  it.each([
    ['the sandbox on this machine', {}, 'sandbox'],
    ['the sandbox on localhost', { HOST: 'localhost', PUBLIC_URL: 'http://[::1]:8080' }, 'sandbox'],
    ['nobody when others are served', abroad, 'none'],
    ['nobody behind a public address', { PUBLIC_URL: 'https://films.example' }, 'none'],
    ['nobody on a public interface', { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:8080' }, 'none'],
    ['PayPal with its keys', { ...keys, ...abroad }, 'paypal'],
    ['PayPal with its keys on this machine', keys, 'paypal'],
    ['PayPal by name', { ...keys, PAYMENT_PROVIDER: 'paypal' }, 'paypal'],
    ['the sandbox by name in spite of keys', { ...keys, PAYMENT_PROVIDER: 'sandbox' }, 'sandbox'],
    ['nobody by name', { ...keys, PAYMENT_PROVIDER: 'none' }, 'none'],
    ['nobody by name, with half of the keys', { PAYPAL_CLIENT_ID: 'id', PAYMENT_PROVIDER: 'none' }, 'none'],
    ['blank settings are none', { PAYMENT_PROVIDER: ' ', PAYPAL_CLIENT_ID: '' }, 'sandbox'],
  ] as const)('%s', (_, environment, provider) => {
    const { settings, problems } = paymentProviderOf(environment);
    expect([settings.provider, problems]).toEqual([provider, []]);
  });

  it.each([
    ['the sandbox for others', { PAYMENT_PROVIDER: 'sandbox', ...abroad }, ['loopback']],
    ['an unknown provider', { PAYMENT_PROVIDER: 'stripe' }, ['one of paypal, sandbox, none']],
    ['PayPal without keys', { PAYMENT_PROVIDER: 'paypal' }, ['PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET']],
    ['half of the keys', { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's' }, ['needs PAYPAL_WEBHOOK_ID too']],
    ['PayPal in the clear', { ...keys, PAYPAL_BASE_URL: 'http://api-m.paypal.com' }, ['https://']],
    ['two mistakes', { PAYMENT_PROVIDER: 'stripe', PAYPAL_BASE_URL: 'x' }, ['one of', 'https://']],
  ] as const)('%s is a mistake', (_, environment, words) => {
    const { problems } = paymentProviderOf(environment);
    expect(problems).toHaveLength(words.length);
    for (const [at, word] of words.entries()) expect(problems[at]).toContain(word);
  });

  it('is told where PayPal is', () => {
    const { settings } = paymentProviderOf({ ...keys, PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com/' });
    expect(settings.paypal).toEqual({
      baseUrl: 'https://api-m.sandbox.paypal.com',
      clientId: 'id',
      clientSecret: 'secret',
      webhookId: 'hook',
    });
    expect(paymentProviderOf(keys).settings.paypal?.baseUrl).toBe('https://api-m.paypal.com');
  });
});

describe('an address of PayPal', () => {
  const live = 'https://api-m.paypal.com';
  const sandbox = 'https://api-m.sandbox.paypal.com';
  it.each([
    ['https://www.paypal.com/checkoutnow?token=1', live, true],
    ['https://api.paypal.com/v1/notifications/certs/CERT-1', live, true],
    ['https://www.sandbox.paypal.com/checkoutnow?token=1', sandbox, true],
    ['https://www.sandbox.paypal.com/checkoutnow', live, false],
    ['https://www.paypal.com/checkoutnow', sandbox, false],
    ['http://www.paypal.com/', live, false],
    ['https://www.paypal.com:8443/', live, false],
    ['https://user@www.paypal.com/', live, false],
    ['https://evil.example/paypal.com', live, false],
    ['https://paypal.com.evil.example/', live, false],
    ['https://evilpaypal.com/', live, false],
    ['https://www.paypal.com@evil.example/', live, false],
    ['https://evil.example\\@www.paypal.com/', live, false],
    ['javascript:alert(1)//www.paypal.com', live, false],
    ['data:text/html,www.paypal.com', live, false],
    ['//www.paypal.com/', live, false],
    ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9000', true],
    ['http://127.0.0.1:9001/x', 'http://127.0.0.1:9000', false],
    ['https://www.paypal.com/', 'http://127.0.0.1:9000', false],
  ])('%s beside %s: %s', (url, base, is) => expect(isOfPayPal(url, base)).toBe(is));
});
