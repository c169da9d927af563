import { CHANGE_ACTIONS, RECORD_KINDS, TRIED_DAYS } from '#contracts/webhooks.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';
import type { AddressFault } from '#server/platform/outbound/guard.ts';

/** What of the changes is sent. An empty list lets all pass. */
export interface Filter {
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly actions: readonly string[];
}

const allows = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);

/** A change of the feed, with what it is told as. */
export interface Told {
  readonly id: number;
  readonly kind: RecordKind;
  readonly key: number;
  readonly json: string;
}

const actionOf = (json: string): string => String((JSON.parse(json) as { readonly action?: unknown }).action);

/** Changes as filters see them: each is looked into once, however many filters there are. */
export const judged = (changes: readonly Told[]) => {
  const seen = changes.map(({ id, kind, key, json }) => ({
    id,
    kind,
    imdbId: imdbId(kind, key),
    action: actionOf(json),
  }));
  /** The ids of the changes that pass. */
  return ({ ids, kinds, actions }: Filter): readonly number[] => {
    const watched = new Set(ids);
    return seen
      .filter((one) => allows(kinds, one.kind) && allows(actions, one.action))
      .filter((one) => watched.size === 0 || watched.has(one.imdbId))
      .map(({ id }) => id);
  };
};

const wrong = (field: string, message: string) =>
  failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] });

/** A body as it comes: what is left out is empty. */
export type AskedFilter = Partial<Filter>;

/** The filter that was asked for, in the one form of it. Throws `invalid_body`, which names the field. */
export const filterOf = ({ ids = [], kinds = [], actions = [] }: AskedFilter): Filter => ({
  ids: [
    ...new Set(
      ids.map((text, at) => {
        const id = parseImdbId(text.trim());
        if (id === null) throw wrong(`ids.${at}`, 'is no id: tt or nm and 7 to 10 digits');
        return imdbId(id.kind, id.key);
      }),
    ),
  ],
  kinds: RECORD_KINDS.filter((kind) => kinds.includes(kind)),
  actions: CHANGE_ACTIONS.filter((action) => actions.includes(action)),
});

const FAULTS: Readonly<Record<AddressFault, string>> = {
  no_address: 'must be an address such as https://example.org/changes',
  credentials: 'must not hold a user name or a password',
  scheme: 'must begin with https://',
  port: 'must be at the usual port: leave it out',
  private: 'must lead to a public address',
};

/** Why nothing may be sent to an address. Of a name no more is told than that it is not public. */
export const addressProblem = (fault: AddressFault) => wrong('url', FAULTS[fault]);

/** What an event is called: `movie.update`. */
export const typeOf = (change: { readonly kind: string; readonly action: string }): string =>
  `${change.kind}.${change.action}`;

/** The body of an event, from a change as it is told. */
export const bodyOf = (json: string): string => {
  const data = JSON.parse(json) as { readonly kind: string; readonly action: string; readonly date: string };
  return JSON.stringify({ type: typeOf(data), timestamp: data.date, data });
};

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
export const TRIED_MS = TRIED_DAYS * 24 * HOUR;
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const LONGEST_PAUSE = 8 * HOUR;
/** From so many failures in a row on, it is the address that fails and not what is sent. */
export const FAILING = 3;
const [FIRST_REST, LONGEST_REST] = [10 * SECOND, HOUR];

/** Of what failed together not all comes back together. */
const spread = (ms: number, random: () => number): number => Math.round(ms * (0.75 + random() / 2));

/** Ms until the next try of a delivery that has failed so often. */
export const pauseAfter = (attempts: number, random: () => number): number =>
  spread(PAUSES[attempts - 1] ?? LONGEST_PAUSE, random);

/** Ms that an address is left alone after so many failures in a row, at least as long as it asks for, an hour at most. */
export const restAfter = (failures: number, asked: number, random: () => number): number => {
  const own = failures < FAILING ? 0 : Math.min(LONGEST_REST, FIRST_REST * 2 ** Math.min(failures - FAILING, 20));
  return Math.max(spread(own, random), Math.min(asked, LONGEST_REST));
};

/** What a try came to. */
export interface Outcome {
  readonly change: number;
  readonly isSent: boolean;
  readonly code: number | null;
  readonly problem: string | null;
  readonly ms: number;
  /** In how many ms the other side wants to be asked again. */
  readonly asked: number;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** How an address stands after some tries, in the order in which they ended. */
export const standingAfter = (
  { failures, failingSince }: { readonly failures: number; readonly failingSince: Date | null },
  outcomes: readonly Pick<Outcome, 'isSent'>[],
  at: Date,
): { readonly failures: number; readonly failingSince: Date | null } => {
  if (outcomes.length === 0) return { failures, failingSince };
  const last = outcomes.findLastIndex(({ isSent }) => isSent);
  const since = outcomes.length - 1 - last;
  if (last === -1) return { failures: failures + outcomes.length, failingSince: failingSince ?? at };
  return { failures: since, failingSince: since === 0 ? null : at };
};

/** What becomes of an address that stands so: null while it is gone on with. */
export const endOf = (
  { failures, failingSince }: { readonly failures: number; readonly failingSince: Date | null },
  outcomes: readonly Pick<Outcome, 'code'>[],
  at: Date,
): 'gone' | 'failing' | null => {
  if (outcomes.some(({ code }) => code === 410)) return 'gone';
  const isOver = failingSince !== null && at.getTime() - failingSince.getTime() >= TRIED_MS;
  return failures >= FAILING && isOver ? 'failing' : null;
};

/** Some that were read in the order of the feed, by the record that they are about. */
export const chainsOf = <T extends { readonly kind: string; readonly record: number }>(
  all: readonly T[],
): readonly (readonly T[])[] => [...Map.groupBy(all, ({ kind, record }) => `${kind} ${record}`).values()];
