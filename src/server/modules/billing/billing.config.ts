import { isLoopback } from '#server/kernel/loopback.ts';

export interface PayPalSettings {
  /** Of PayPal's API, live or sandbox. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

/** Who takes the money, and what that needs. */
export interface PaymentSettings {
  readonly provider: 'paypal' | 'sandbox' | 'none';
  /** Also where another provider is chosen: orders that were begun at PayPal are still settled. */
  readonly paypal: PayPalSettings | null;
}

interface Environment {
  readonly PAYMENT_PROVIDER?: string | undefined;
  readonly PAYPAL_BASE_URL?: string | undefined;
  readonly PAYPAL_CLIENT_ID?: string | undefined;
  readonly PAYPAL_CLIENT_SECRET?: string | undefined;
  readonly PAYPAL_WEBHOOK_ID?: string | undefined;
  readonly HOST?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

const PAYPAL_LIVE = 'https://api-m.paypal.com';
const KEYS = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;
const PROVIDERS = ['paypal', 'sandbox', 'none'] as const;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** https, or a stand-in on this machine. */
const isUsableBase = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, search, hash } = new URL(url);
  if (username !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

/**
 * Who takes the money by the settings, with every mistake in them. Not said: PayPal when its keys are set, the sandbox
 * only where nobody but this machine is served, else nobody.
 */
export const paymentProviderOf = (
  environment: Environment,
): { readonly settings: PaymentSettings; readonly problems: readonly string[] } => {
  const text = (key: keyof Environment): string | undefined => environment[key]?.trim() || undefined;
  const problems: string[] = [];
  const [clientId, clientSecret, webhookId] = KEYS.map(text);
  const missing = KEYS.filter((key) => text(key) === undefined);
  const baseUrl = text('PAYPAL_BASE_URL')?.replace(/\/+$/, '') ?? PAYPAL_LIVE;
  const asked = text('PAYMENT_PROVIDER');
  const isLocal =
    isLoopback(text('HOST') ?? '127.0.0.1') && isLoopback(hostOf(text('PUBLIC_URL') ?? 'http://127.0.0.1'));
  const begun = missing.length < KEYS.length;

  const known = PROVIDERS.find((name) => name === asked);
  if (asked !== undefined && !known) problems.push(`PAYMENT_PROVIDER must be one of ${PROVIDERS.join(', ')}`);
  if (known === 'sandbox' && !isLocal)
    problems.push('PAYMENT_PROVIDER may be sandbox only where HOST and PUBLIC_URL are loopback addresses');
  if (missing.length > 0 && (known === 'paypal' || (asked === undefined && begun)))
    problems.push(`PayPal needs ${missing.join(', ')} too`);
  if (!isUsableBase(baseUrl)) problems.push('PAYPAL_BASE_URL must be an address that begins with https://');

  const complete = clientId !== undefined && clientSecret !== undefined && webhookId !== undefined;
  const paypal = complete ? { baseUrl, clientId, clientSecret, webhookId } : null;
  const unset = paypal ? 'paypal' : isLocal ? 'sandbox' : 'none';
  return { settings: { provider: known ?? unset, paypal }, problems };
};
