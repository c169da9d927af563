import type { FetchedRecord, SourceReport } from '#contracts/fetch.api.ts';
import type { Failure } from '#server/kernel/failure.ts';
import { failure } from '#server/kernel/failure.ts';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { createFlights } from '#server/platform/outbound/flights.ts';
import type { Source, SourceName } from '#server/sources/source.ts';
import { tellChanged } from '../apply.service.ts';
import { unknownReason, unknownRecord } from '../editor/edit.service.ts';
import { noteStep } from '../editor/noted.service.ts';
import type { RecordParts } from '../editor/parts.service.ts';
import type { Follow } from '../follow.ts';
import type { Priorities } from '../merge.rules.ts';
import { isThere } from '../remove.store.ts';
import { type Asked, createAskAll } from './ask.service.ts';
import { planSerieUpdate } from './fetch.store.ts';
import { type Weighed, weigh } from './weigh.service.ts';

export interface FetchingOptions {
  readonly db: Database;
  readonly sources: readonly Source[];
  readonly follow: Follow;
  readonly priorities: () => Priorities;
  /** How long a source may take for one record, in ms. */
  readonly limit: () => number;
  readonly parts: Pick<RecordParts, 'read'>;
  /** Is told of a record that no source could be asked for. */
  readonly onFailed: (id: ParsedId, accountId: number | null, failed: Failure) => Promise<unknown>;
  /** Is told what came of asking each source. */
  readonly onAsked?: (asked: Asked) => Promise<void>;
  readonly log: Log;
}

export interface FetchAsk {
  /** The one source that is asked. */
  readonly origin?: SourceName | undefined;
  /** Who asks; null: nobody in person. */
  readonly accountId: number | null;
  /** Whoever asks leaves with it; the fetch ends once nobody waits for it. */
  readonly signal?: AbortSignal;
}

type Result = Omit<FetchedRecord, 'movie' | 'name' | 'trailers' | 'serieUpdate'>;

/** Days after which a series is looked at again when no source says. */
const SERIES_DAYS = 30;
const SERIES: ReadonlySet<unknown> = new Set(['S', 'TVMS']);

/** Takes back what a preview has written. */
class Preview extends Error {
  readonly weighed: Weighed | null;
  constructor(weighed: Weighed | null) {
    super('a preview is never stored');
    this.weighed = weighed;
  }
}

const detailsOf = (asked: readonly Asked[]) => asked.map(({ source, message }) => ({ field: source, message }));

/** That nobody has told anything: because nobody knows the record, or because those who may could not be asked. */
const nothingTold = (id: ParsedId, asked: readonly Asked[], isAway: boolean): Failure => {
  const details = detailsOf(asked);
  const reasons = details.map(({ message }) => message).join('; ');
  if (isAway) return failure('sources_away', `${id.canonical} could not be fetched: ${reasons}.`, { details });
  return failure(unknownReason(id.kind), `No source that was asked knows ${id.canonical}: ${reasons}.`, { details });
};

const reportOf = (
  { source, outcome, message, retryAfter, fetched }: Asked,
  locked: readonly string[],
): SourceReport => ({
  ...{ source, outcome, message },
  retryAfter: retryAfter === null ? null : Math.ceil(retryAfter / 1_000),
  left: [...(fetched?.left ?? [])],
  locked: [...locked],
  picture: fetched?.picture ?? null,
});

/** Tells of what a fetch has written, and notes it in the history. */
export const tellWeighed = async (
  tx: Transaction,
  id: ParsedId,
  weighed: Weighed,
  accountId: number | null,
  follow: Follow,
): Promise<void> => {
  const { before, after, titles, people } = weighed;
  if (titles.length + people.length > 0) await tellChanged(tx, { titles, people }, follow);
  await noteStep(tx, id, { action: 'fetch', accountId }, { before, after });
};

/** Fetches records from the sources, and stores what they tell as a whole or not at all. */
export const createFetching = (options: FetchingOptions) => {
  const { db, sources, follow, priorities, parts, onFailed, log } = options;
  const askAll = createAskAll({ sources, limit: options.limit, onAsked: options.onAsked, log });
  const ended = new AbortController();
  const flights = createFlights<Result>();

  const isOther =
    ({ key }: ParsedId, kind: ParsedId['kind'], of: ParsedId['kind']) =>
    (change: { id: number }) =>
      kind !== of || change.id !== key;

  const resultOf = (id: ParsedId, asked: readonly Asked[], weighed: Weighed, preview: boolean): Result => ({
    ...{ imdbId: id.canonical, preview, isNew: weighed.before === null, changes: [...weighed.changes] },
    others: {
      titles: weighed.titles.filter(isOther(id, id.kind, 'movie')).length,
      people: weighed.people.filter(isOther(id, id.kind, 'name')).length,
    },
    sources: asked.map((one) => reportOf(one, weighed.locked.get(one.source) ?? [])),
  });

  /** When the record is due again: after as many days as the freshest of those sources that told of it. */
  const daysOf = (asked: readonly Asked[]): number => {
    const told = new Set(asked.flatMap(({ source, fetched }) => (fetched ? [source] : [])));
    const days = sources.flatMap(({ name, freshness }) => (told.has(name) && freshness.days ? [freshness.days] : []));
    return Math.min(SERIES_DAYS, ...days);
  };

  const write = async (tx: Transaction, id: ParsedId, asked: readonly Asked[], accountId: number | null) => {
    const weighed = await weigh(tx, id, asked, priorities());
    if (weighed === null) return null;
    const isTold = asked.some(({ fetched }) => fetched !== null);
    if (isTold && SERIES.has(weighed.after.fields.type)) await planSerieUpdate(tx, id.key, daysOf(asked));
    await tellWeighed(tx, id, weighed, accountId, follow);
    return weighed;
  };

  const tryOut = (id: ParsedId, asked: readonly Asked[]): Promise<Weighed | null> =>
    db
      .transaction(async (tx): Promise<Weighed | null> => {
        throw new Preview(await weigh(tx, id, asked, priorities()));
      })
      .catch((error: unknown) => {
        if (error instanceof Preview) return error.weighed;
        throw error;
      });

  const work = async (
    id: ParsedId,
    { origin, accountId }: FetchAsk,
    preview: boolean,
    signal: AbortSignal,
  ): Promise<Result> => {
    const asked = await askAll(id, origin, signal);
    signal.throwIfAborted();
    const isAway = asked.some(({ outcome }) => outcome === 'failed');
    const isSilent = asked.every(({ fetched }) => fetched === null);
    if (isSilent && (isAway || !(await isThere(db, id.kind, id.key)))) {
      const failed = nothingTold(id, asked, isAway);
      if (isAway && !preview) await onFailed(id, accountId, failed);
      throw failed;
    }
    const weighed = await (preview ? tryOut(id, asked) : db.transaction((tx) => write(tx, id, asked, accountId)));
    if (weighed === null)
      throw failure(unknownReason(id.kind), `What the sources tell of ${id.canonical} does not make a record.`, {
        details: detailsOf(asked),
      });
    return resultOf(id, asked, weighed, preview);
  };

  /** Everybody who asks for the same at the same time gets one answer. */
  const fetchOnce = (id: ParsedId, ask: FetchAsk, preview: boolean): Promise<Result> =>
    flights(
      `${id.canonical} ${ask.origin ?? ''} ${preview}`,
      ask.signal ? AbortSignal.any([ask.signal, ended.signal]) : ended.signal,
      (signal) => work(id, ask, preview, AbortSignal.any([signal, ended.signal])),
    );

  /** Stores what the sources tell of a record. @throws title_unknown, name_unknown, sources_away, record_merged, import_running */
  const store = (id: ParsedId, ask: FetchAsk): Promise<Result> => fetchOnce(id, ask, false);

  /** What storing would change. Throws what `store` does. */
  const preview = (id: ParsedId, ask: FetchAsk): Promise<Result> => fetchOnce(id, ask, true);

  /** As `store`, of a record that is there. */
  const update = async (id: ParsedId, ask: FetchAsk): Promise<Result> => {
    if (!(await isThere(db, id.kind, id.key))) throw await unknownRecord(db, id);
    return store(id, ask);
  };

  /** The result with the record as it is now. */
  const shown = async (id: ParsedId, result: Result): Promise<FetchedRecord> => {
    const nothing = { movie: null, name: null, trailers: null, serieUpdate: null };
    if (result.preview) return { ...result, ...nothing };
    const asked = id.kind === 'movie' ? (['movie', 'trailers', 'serieUpdate'] as const) : (['name'] as const);
    const read = await parts.read(
      id.canonical,
      asked.map((data) => ({ data })),
      200,
    );
    if ('movedTo' in read) throw failure('record_merged');
    const { trailers, ...record } = JSON.parse(read.found);
    return { ...result, ...nothing, ...record, trailers: trailers?.data ?? null };
  };

  return { store, preview, update, shown, stop: (): void => ended.abort(failure('stopping')) };
};

export type Fetching = ReturnType<typeof createFetching>;
