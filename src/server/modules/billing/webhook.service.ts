import { failure } from '#server/kernel/failure.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Asking } from './asking.ts';
import type { Confirming } from './confirm.service.ts';
import type { ProviderName, Providers, WebhookHeaders } from './provider.ts';
import type { Settling } from './settle.service.ts';
import { findSpokenOf, hasWebhookEvent, setTold } from './settle.store.ts';
import { createWebhookLimit } from './webhook-limit.ts';

export interface WebhookParts {
  readonly db: Pick<Database, 'query'>;
  readonly providers: Providers;
  readonly confirming: Pick<Confirming, 'examine'>;
  readonly settling: Settling;
  readonly asking: Asking;
  readonly now: () => Date;
}

/** What became of a message. `later`: it has to be sent again. */
export type Received = 'done' | 'seen' | 'refused' | 'later';

/** What providers tell us without being asked. What a message says is only a reason to ask; it is heard once. */
export const createWebhooks = ({ db, providers, confirming, settling, asking, now }: WebhookParts) => {
  const limit = createWebhookLimit({ now });

  /**
   * A message to a provider's address. The provider is asked about it last of all, when everything that can be known
   * without that speaks for it: what is about no order of ours has no effect, whoever sent it. Throws `address_unknown`,
   * `too_many_tries` and `provider_away`.
   */
  return async (name: string, headers: WebhookHeaders, raw: Buffer, ip: string): Promise<Received> => {
    const provider = Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
    if (!provider) throw failure('address_unknown');
    limit.arrive(ip);
    const said = provider.readWebhook(headers, raw);
    if (!said) return 'refused';
    if (said.about === 'other') return 'done';
    if (await hasWebhookEvent(db, provider.name, said.id)) return 'seen';
    const purchase = await findSpokenOf(db, provider.name, said);
    if (!purchase) return 'done';
    // Also what is not proved: the most that it does is that this order is looked at before others.
    await setTold(db, purchase.id, now());
    const wait = limit.ask(ip, purchase.id);
    if (wait > 0) throw limit.refused(wait);
    const event = await asking(() => provider.verifyWebhook(headers, raw));
    if (!event) return 'refused';
    limit.prove(ip, purchase.id);
    const cause = { source: 'webhook', eventId: event.id } as const;
    if (event.about === 'reversed') {
      await settling.reverse(purchase, cause);
      return 'done';
    }
    const verdict = await confirming.examine(purchase);
    // The order may not show yet what its provider has announced; part of the money back ends nothing.
    const shown =
      verdict.is === 'refunded' || verdict.is === 'wrong' || (verdict.is === 'paid' && verdict.refundedInPart);
    const early = event.about === 'refunded' && !shown;
    await settling.apply(purchase, verdict, early ? { source: 'webhook' } : cause);
    return early ? 'later' : 'done';
  };
};
