import { maskedUrl, Problem } from '#server/kernel/problem.ts';
import { askPayPal } from '#server/modules/billing/paypal.check.ts';
import { createClickHouse, isClickHouseAway } from '#server/platform/clickhouse/clickhouse.ts';
import { pingRedis } from '#server/platform/counters/redis-ping.ts';
import { ProviderError } from '#server/platform/oidc/provider.ts';
import type { Source } from '#server/sources/source.ts';
import { SourceError } from '#server/sources/source-error.ts';
import type { Config } from '../config.ts';
import { providerClientOf, returnAddressOf } from '../provider.ts';
import { createSources } from '../sources.ts';
import { type Check, type Finding, ok, warning, wrong } from './finding.ts';

/** Ms of an answer of Redis that each counted request notices. */
const SLOW = 50;

const redisCheck = (url: string, patience: number): Check => {
  const shown = `REDIS_URL=${maskedUrl(url)}`;
  return {
    ...{ name: 'redis', patience },
    late: `look whether Redis runs at ${maskedUrl(url)}, and whether the network lets this machine through`,
    explain: (error) =>
      new Problem(
        /NOAUTH|WRONGPASS|NOPERM/.test(error instanceof Error ? error.message : '')
          ? `${shown}: user or password is refused; correct them in the address`
          : `${shown}: nothing there answers as Redis does; start it, or correct the address`,
      ),
    look: async (signal) => {
      const ms = await pingRedis(url, signal);
      const what = `${shown} answers in ${ms.toFixed(1)} ms`;
      return [ms > SLOW ? warning('redis', what, 'have it nearer to the nodes, or give it more') : ok('redis', what)];
    },
  };
};

const clickHouseCheck = (url: string, patience: number): Check => {
  const shown = `CLICKHOUSE_URL=${maskedUrl(url)}`;
  return {
    ...{ name: 'clickhouse', patience },
    late: `look whether ClickHouse runs at ${maskedUrl(url)}, and whether the network lets this machine through`,
    explain: (error) =>
      isClickHouseAway(error)
        ? new Problem(
            `${shown}: ${(error as Error).message}; start it, or correct the address, user, password and database`,
          )
        : error,
    look: async () => [ok('clickhouse', `${shown} answers: version ${await createClickHouse({ url }).version()}`)],
  };
};

const MEND = {
  refused: (keys: string) => `correct ${keys || 'its settings'}, or leave it out so that the source is not asked`,
  limited: () => 'wait until it answers again, or get a larger allowance',
  unavailable: (_keys: string, base: string) => `look at ${base} and at the way out of this machine`,
  unreadable: (_keys: string, base: string) => `correct ${base}: what answers there is something else`,
} as const;

const sourceCheck = ({ name, credentials, slow, probe }: Source, patience: number): Check => {
  const keys = credentials.map((one) => one.name).join(', ');
  const base = name === 'imdb-datasets' ? 'IMDB_DATASETS_URL' : `${name.toUpperCase()}_BASE_URL`;
  const check = `source ${name}`;
  return {
    ...{ name: check, patience },
    late: MEND.unavailable(keys, base),
    isMinor: slow,
    look: async (signal): Promise<readonly Finding[]> => {
      const missing = credentials.filter(({ required, given }) => required && !given);
      if (missing.length > 0)
        return [ok(check, `not asked, since ${missing.map((one) => one.name).join(', ')} is not set`)];
      if (!probe) return [ok(check, 'asks nobody')];
      try {
        await probe({ signal });
        return [ok(check, 'answers')];
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        // A slow one is asked only when somebody names it, and is set up everywhere.
        const tell = error.kind === 'limited' || slow ? warning : wrong;
        return [tell(check, error.message, MEND[error.kind](keys, base))];
      }
    },
  };
};

const mailCheck = (mail: Config['mail'], patience: number): Check => ({
  ...{ name: 'mail', patience },
  late: 'look at SMTP_URL and at the way out of this machine',
  look: async () => {
    if (mail === null) return [ok('mail', 'SMTP_URL is not set: no mail is sent, links are made by administrators')];
    const { createMailer } = await import('#server/platform/mail/mailer.ts');
    const why = await createMailer(mail).check();
    const server = `the server at ${mail.host}:${mail.port}`;
    if (why === null) return [ok('mail', `${server} answers${mail.credentials ? ' and takes the credentials' : ''}`)];
    return [wrong('mail', `${server} cannot be used (${why})`, 'correct SMTP_URL, or look whether it runs')];
  },
});

const paypalCheck = ({ payments: { provider, paypal }, publicUrl }: Config, patience: number): Check => ({
  ...{ name: 'payments', patience },
  late: 'look at PAYPAL_BASE_URL and at the way out of this machine',
  look: async (signal) => {
    if (paypal === null) return [ok('payments', `PAYMENT_PROVIDER is ${provider}; PayPal is not set up`)];
    const word = await askPayPal(paypal, { signal, now: () => new Date() });
    if (word === 'refused')
      return [
        wrong(
          'payments',
          'PayPal refuses the credentials',
          'correct PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET; sandbox and live have their own, with PAYPAL_BASE_URL',
        ),
      ];
    if (word === 'unavailable')
      return [
        wrong('payments', 'PayPal does not answer', 'look at PAYPAL_BASE_URL and at the way out of this machine'),
      ];
    if (word.webhook === null)
      return [
        wrong(
          'payments',
          'PayPal knows no such webhook',
          "correct PAYPAL_WEBHOOK_ID: it is the id of this app's webhook",
        ),
      ];
    const own = `${publicUrl}/api/public/payment-webhook/paypal`;
    if (word.webhook !== own)
      return [
        wrong(
          'payments',
          `the webhook leads to ${maskedUrl(word.webhook)}`,
          `have it lead to ${own}, or set PUBLIC_URL`,
        ),
      ];
    return [ok('payments', 'PayPal takes the credentials and knows the webhook')];
  },
});

const signInCheck = ({ oidc, publicUrl }: Config, patience: number): Check => ({
  ...{ name: 'sign-in', patience },
  late: 'look at OIDC_ISSUER and at the way out of this machine; passwords go on meanwhile',
  look: async () => {
    if (oidc === null) return [ok('sign-in', 'OIDC_ISSUER is not set: people sign in with passwords')];
    const back = returnAddressOf({ publicUrl });
    try {
      await providerClientOf(oidc, { publicUrl, now: () => new Date() }).look();
      return [ok('sign-in', `${oidc.issuer} answers; the return address to register there is ${back}`)];
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const what = `${oidc.issuer} does not say of itself what it should (${error.message})`;
      const mend = `correct OIDC_ISSUER, or look whether it runs; the return address to register there is ${back}`;
      return [wrong('sign-in', what, mend)];
    }
  },
});

export const serviceChecks = (config: Config, patience: number): readonly Check[] => [
  ...(config.redisUrl === undefined ? [] : [redisCheck(config.redisUrl, patience)]),
  ...(config.clickHouseUrl === undefined ? [] : [clickHouseCheck(config.clickHouseUrl, patience)]),
  ...createSources(config, () => []).map((source) => sourceCheck(source, patience)),
  mailCheck(config.mail, patience),
  paypalCheck(config, patience),
  signInCheck(config, patience),
];
