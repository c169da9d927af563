import type { ParsedId } from '#server/kernel/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { ownId } from '#server/sources/external-id.ts';
import type { Told, ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { Fetched, Source, SourceName } from '#server/sources/source.ts';
import { SourceError } from '#server/sources/source-error.ts';

/** What came of asking one source for a record. */
export interface Asked {
  readonly source: SourceName;
  readonly outcome: 'told' | 'unknown' | 'failed' | 'not_set_up' | 'not_asked';
  /** In a sentence without its full stop. */
  readonly message: string;
  /** Of a limit: in how many ms to come again. */
  readonly retryAfter: number | null;
  readonly fetched: Fetched<ToldTitle | ToldPerson> | null;
}

/** What a source told of a record, as it is written. */
export const toldBy = ({ kind }: ParsedId, { record, others }: Fetched<ToldTitle | ToldPerson>): Told =>
  kind === 'movie'
    ? { titles: [record as ToldTitle, ...others.titles], people: others.people }
    : { titles: others.titles, people: [record as ToldPerson, ...others.people] };

interface Asking {
  readonly sources: readonly Source[];
  /** How long a source may take for one record, in ms; one that was named has all the time. */
  readonly limit: () => number;
  readonly onAsked?: ((asked: Asked) => Promise<void>) | undefined;
  readonly log: Log;
}

/** Asks the sources for one record, all at the same time. What fails is told, never thrown but for the signal's reason. */
export const createAskAll = ({ sources, limit, onAsked, log }: Asking) => {
  const ask = async (source: Source, id: ParsedId, signal: AbortSignal): Promise<Asked['fetched'] | 'unknown'> => {
    const at = ownId(id.kind, id.key);
    const fetched = await (id.kind === 'movie'
      ? source.fetchTitle(at, { signal })
      : source.fetchPerson(at, { signal }));
    if (fetched !== 'unknown' && fetched.record.id !== id.key)
      throw new SourceError(source.name, 'unreadable', { cause: new Error('it tells of another record') });
    return fetched;
  };

  const report = async (source: Source, id: ParsedId, isNamed: boolean, signal: AbortSignal): Promise<Asked> => {
    const { name } = source;
    const answer = (outcome: Asked['outcome'], message: string, retryAfter: number | null = null): Asked => ({
      ...{ source: name, outcome, message, retryAfter },
      fetched: null,
    });
    const lacking = source.credentials.filter(({ required, given }) => required && !given);
    if (lacking.length > 0)
      return answer('not_set_up', `${name} is not set up: ${lacking.map((one) => one.name).join(', ')} is missing`);
    if (source.slow && !isNamed)
      return answer('not_asked', `${name} takes minutes for one record, and is asked only when it is named`);
    const patience = isNamed ? signal : AbortSignal.any([signal, AbortSignal.timeout(limit())]);
    try {
      const fetched = await ask(source, id, patience);
      if (fetched === 'unknown' || fetched === null) return answer('unknown', `${name} does not know it`);
      return { ...answer('told', `${name} knows it`), fetched };
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) return answer('failed', `${name} has not answered within ${limit() / 1_000} s`);
      if (!(error instanceof SourceError)) {
        log.error({ err: error, source: name, id: id.canonical }, 'a source has failed in a way that it must not');
        return answer('failed', `${name} has failed in a way that nobody thought of; the log has more`);
      }
      const { message, retryAfter } = error;
      const again = retryAfter === null ? '' : `; it can be asked again in ${Math.ceil(retryAfter / 1_000)} s`;
      return answer('failed', `${message}${again}`, retryAfter);
    }
  };

  /** `origin`: the one source that is asked. In the sources' order. */
  return (id: ParsedId, origin: SourceName | undefined, signal: AbortSignal): Promise<Asked[]> =>
    Promise.all(
      sources
        .filter(({ name }) => origin === undefined || name === origin)
        .map(async (source) => {
          const asked = await report(source, id, origin !== undefined, signal);
          await onAsked?.(asked);
          return asked;
        }),
    );
};

export type AskAll = ReturnType<typeof createAskAll>;
