import type { EndpointShape } from '#contracts/endpoint.ts';
import { Failure } from '#server/kernel/failure.ts';
import type { Actions, End } from '#server/modules/actions/action.service.ts';
import { type Asked, askedOf } from '#server/modules/actions/told.rules.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import type { Answer, StreamAnswer } from '#server/platform/http/answer.ts';
import { personOf, type Route } from '#server/platform/http/route.ts';

/** What changes nothing, or nothing but what an administrator sees: see contracts/actions.api.ts. */
const OWN = new Set([
  ...['admin_imdb', 'admin_preference_change', 'admin_profile_change'],
  ...['admin_notification_mark', 'admin_notifications_read'],
]);

/** The record that a call is about as it is now; null where there is none. */
export type Presents = Readonly<Record<string, (asked: Asked) => unknown>>;

interface Recorder {
  readonly actions: Pick<Actions, 'begin'>;
  readonly presents: Presents;
}

const isRecorded = ({ endpoint }: Route): boolean => {
  const { access, method, name } = endpoint as EndpointShape;
  return access === 'admin' && method !== 'GET' && !OWN.has(name);
};

/** The record that a call has answered. */
const answered = (answer: Answer | StreamAnswer): unknown => {
  const data: unknown = answer.as === 'data' ? JSON.parse(answer.json) : null;
  return typeof data === 'object' && !Array.isArray(data) ? data : null;
};

/** The same routes, of which those by which administrators change something are written down: before, and when it is done. */
export const recorded = (routes: readonly Route[], { actions, presents }: Recorder): readonly Route[] =>
  routes.map((route) => {
    if (!isRecorded(route)) return route;
    const { endpoint, handle } = route;
    const { name, takes } = endpoint as EndpointShape;
    return {
      ...route,
      handle: async (input, call) => {
        const asked = askedOf(input, takes === undefined);
        // Somebody who asks for what is not there is told so by the call itself.
        const present = async (): Promise<unknown> => {
          try {
            return (await presents[name]?.(asked)) ?? null;
          } catch (error) {
            if (error instanceof Failure && error.status === 404) return null;
            throw error;
          }
        };
        const end: End = await actions.begin({
          ...{ accountId: personOf(call).accountId, call: name, asked, before: await present() },
          ...{ ip: call.ip, requestId: call.requestId },
        });
        // How it ended is told to the caller, also where it cannot be written down any more: a database that is away is
        // not waited for once more.
        const ended = (status: number, after: unknown) => end(status, after).catch(() => {});
        let answer: Answer | StreamAnswer;
        try {
          answer = await handle(input, call);
        } catch (error) {
          const noted = ended(error instanceof Failure ? error.status : 500, null);
          if (!isDatabaseAway(error)) await noted;
          throw error;
        }
        let away = false;
        const after = await present().catch((error: unknown) => {
          away = isDatabaseAway(error);
          return null;
        });
        const noted = ended(200, after ?? answered(answer));
        if (!away) await noted;
        return answer;
      },
    };
  });
