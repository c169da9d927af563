import type { Executor } from '#server/platform/db/database.ts';

/** The one channel that every process listens on; the payload is the name of an event. */
export const CHANNEL = 'kinodex';

/** Something that has happened and that every node is to hear of. */
export interface Event {
  readonly name: string;
}

/**
 * Declares an event. The module whose rows it is about declares it; `app/events.ts` lists all of them. Events carry
 * nothing: who hears one drops what it keeps and reads the rows again, so one that is said twice or late does no harm.
 */
export const event = (name: string): Event => ({ name });

/** Publishes events; inside a transaction they are heard when it commits, and never when it does not. */
export const publish = async (executor: Executor, ...events: readonly Event[]): Promise<void> => {
  await executor.query('select pg_notify($1, name) from unnest($2::text[]) name', [
    CHANNEL,
    events.map(({ name }) => name),
  ]);
};

/** The call that publishes an event as part of a larger statement, which says both or neither. */
export const publishSql = ({ name }: Event): string => `pg_notify('${CHANNEL}', '${name}')`;
