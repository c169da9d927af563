import type { Answered } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { CALLS } from '#server/platform/outbound/calls.ts';

// Lines that only who looks for something wants: nothing that a caller has sent is in them but its method.

/** Says each answer at DEBUG, by its route. */
export const answeredLines =
  (log: Log) =>
  ({ request: { id, method }, path, code, elapsed }: Answered): void =>
    log.debug({ requestId: id, method, route: path, code, ms: Math.round(elapsed * 10) / 10 }, 'answered');

/** Says each call to another service at DEBUG, once it has ended. */
export const followCalls = (log: Log) => {
  const say = (call: unknown): void => log.debug(call as object, 'another service was called');
  CALLS.subscribe(say);
  return { stop: (): void => void CALLS.unsubscribe(say) };
};
