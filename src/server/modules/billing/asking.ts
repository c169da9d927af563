import { failure } from '#server/kernel/failure.ts';
import type { Log } from '#server/platform/log.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';

/** Asks a provider something; no useful answer becomes the failure `provider_away`. */
export type Asking = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const createAsking =
  (log: Log): Asking =>
  async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      log.warn({ err: error }, 'the payment provider gave no useful answer');
      throw failure('provider_away', undefined, { headers: { 'Retry-After': '5' }, cause: error });
    }
  };
