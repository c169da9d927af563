import { LRUCache } from 'lru-cache';
import { failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import { createMinutes } from '#server/platform/counters/minutes.ts';

/** Messages a minute that one network address may send at all: what each costs is two look-ups by a key. */
const ARRIVALS = 3_000;
/** Messages a minute that the provider is asked about and that are not proved to be its own: from one network address, … */
const OF_NETWORK = 60;
/** … about one order, … */
const OF_ORDER = 20;
/** … and in all. Networks that a proved message has come from are not counted among these. */
const IN_ALL = 300;
/** Networks that are remembered to have sent a proved message: a provider has few. */
const PROVED = 1_000;

const refused = (wait: number) =>
  failure('too_many_tries', 'Too many messages; send this one again later.', {
    headers: { 'Retry-After': String(wait) },
  });

/**
 * Keeps messages, which anybody can send, from making us ask the provider about each. Proved ones are given back, so that
 * a busy shop's pass however many they are; a provider sends again what is refused here. Each node counts for itself.
 */
export const createWebhookLimit = ({ now }: { readonly now: () => Date }) => {
  const [arrivals, orders, networks, all] = [createMinutes(), createMinutes(), createMinutes(), createMinutes()];
  const proved = new LRUCache<string, true>({ max: PROVED });
  const countersOf = (ip: string, purchaseId: number) => [
    [networks, ip, OF_NETWORK] as const,
    [orders, String(purchaseId), OF_ORDER] as const,
    ...(proved.has(networkOf(ip)) ? [] : [[all, '', IN_ALL] as const]),
  ];

  return {
    /** Counts a message as it comes in. Throws `too_many_tries` with Retry-After. */
    arrive: (ip: string): void => {
      const wait = arrivals(ip, ARRIVALS, now().getTime());
      if (wait > 0) throw refused(wait);
    },
    /** Seconds to wait before the provider may be asked about a message on an order; 0: it is counted now, else nowhere. */
    ask: (ip: string, purchaseId: number): number => {
      const at = now().getTime();
      const counted: (() => void)[] = [];
      for (const [count, key, most] of countersOf(ip, purchaseId)) {
        const wait = count(key, most, at);
        counted.push(() => void count(key, most, at, -1));
        if (wait === 0) continue;
        for (const takeBack of counted) takeBack();
        return wait;
      }
      return 0;
    },
    refused,
    /** The provider says that a message which was counted is its own. */
    prove: (ip: string, purchaseId: number): void => {
      const at = now().getTime();
      for (const [count, key, most] of countersOf(ip, purchaseId)) count(key, most, at, -1);
      proved.set(networkOf(ip), true);
    },
  };
};

export type WebhookLimit = ReturnType<typeof createWebhookLimit>;
