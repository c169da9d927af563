import { payments } from '#web/words/payments.ts';

const NAMES: Readonly<Record<string, string>> = payments.providers;

/** A payment provider as people know it. */
export const providerName = (provider: string): string =>
  (Object.hasOwn(NAMES, provider) && NAMES[provider]) || provider;
