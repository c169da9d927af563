import { imdbId } from '#server/kernel/ids.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import { isExternalId } from '../external-id.ts';
import { LICENCES } from '../licences.ts';
import { FileRefused } from '../open-file.ts';
import type { ToldPerson, ToldTitle } from '../record.ts';
import type { Fetched, Source } from '../source.ts';
import { ofOutbound, SourceError } from '../source-error.ts';
import { IMDB_ITSELF, type ImdbFile } from './files.ts';
import { findRows, type Rows } from './find.ts';
import { type DatasetFile, findFiles } from './read.ts';
import { creditedIn, type Found, peopleOf, titleOf } from './tell.ts';

const NAME = 'imdb-datasets';

const failure = (kind: 'unavailable' | 'unreadable', error: Error): SourceError =>
  error.cause instanceof OutboundError ? ofOutbound(NAME, error.cause) : new SourceError(NAME, kind, { cause: error });

const tt = (id: number): string => imdbId('movie', id);
const nm = (id: number): string => imdbId('name', id);
const isSeries = ({ type }: ToldTitle): boolean => type === 'S' || type === 'TVMS';

type Look = (name: ImdbFile, ids: readonly string[], column?: 0 | 1) => Promise<Rows | undefined>;

/** The rows of an id in those of the files that are there. */
const lookAll = async (look: Look, names: readonly ImdbFile[], id: string): Promise<Found> => {
  const found: Partial<Record<ImdbFile, Rows>> = {};
  for (const name of names) {
    const rows = await look(name, [id]);
    if (rows) found[name] = rows;
  }
  return found;
};

const episodesOf = async (look: Look, series: string): Promise<ToldTitle[]> => {
  const places = (await look('title.episode', [series], 1)) ?? [];
  const ids = places.map(([id]) => tt(Number(id)));
  const basics = await look('title.basics', ids);
  const ratings = await look('title.ratings', ids);
  const by = (rows: Rows | undefined): ReadonlyMap<string | undefined, Rows> => Map.groupBy(rows ?? [], ([id]) => id);
  const [basicsBy, ratingsBy, placesBy] = [by(basics), by(ratings), by(places)];
  return [...placesBy].flatMap(([id, place]) => {
    const told = titleOf({
      'title.basics': basicsBy.get(id) ?? [],
      ...(ratings && { 'title.ratings': ratingsBy.get(id) ?? [] }),
      'title.episode': place,
    });
    return told ? [told] : [];
  });
};

/** What is read of a title beside title.basics. */
const PARTS = ['title.ratings', 'title.episode', 'title.akas', 'title.crew', 'title.principals'] as const;

const readTitle = async (look: Look, id: string): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const basics = (await look('title.basics', [id])) ?? [];
  const parts = basics.length > 0 ? await lookAll(look, PARTS, id) : {};
  const record = titleOf({ 'title.basics': basics, ...parts });
  if (!record) return 'unknown';
  const people = await look('name.basics', creditedIn(record).map(nm));
  return {
    record,
    picture: null,
    others: { titles: isSeries(record) ? await episodesOf(look, id) : [], people: peopleOf(people ?? []) },
    left: [],
  };
};

const readPerson = async (look: Look, id: string): Promise<Fetched<ToldPerson> | 'unknown'> => {
  const [record] = peopleOf((await look('name.basics', [id])) ?? []);
  return record ? { record, picture: null, others: { titles: [], people: [] }, left: [] } : 'unknown';
};

/**
 * One record at a time out of the files of IMDb's datasets, in a folder or at an http(s) address. Every file is read, or
 * downloaded, up to where the record stands: of the full set that takes minutes, so there is no search.
 */
export const createImdbDatasets = ({ from }: { readonly from: string }): Source => {
  const find = (signal: AbortSignal, names?: readonly ImdbFile[]): Promise<DatasetFile[]> =>
    findFiles(from, signal, names).catch((error: Error) => {
      signal.throwIfAborted();
      throw failure('unavailable', error);
    });
  const asking = async <Answer>(signal: AbortSignal, read: (look: Look) => Promise<Answer>): Promise<Answer> => {
    signal.throwIfAborted();
    const files = await find(signal);
    const open = new Map<ImdbFile, DatasetFile>(files.map((file) => [file.name, file]));
    try {
      return await read(async (name, ids, column) => {
        const file = open.get(name);
        if (!file) return undefined;
        return ids.length === 0 ? [] : findRows(file, ids, signal, column);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof FileRefused ? failure('unreadable', error) : error;
    }
  };
  return {
    name: NAME,
    credentials: [],
    licence: LICENCES[NAME],
    // The files are written anew each day; votes drift, the rest hardly.
    freshness: { days: 7, tellsChanges: false },
    slow: from === IMDB_ITSELF,
    sites: ['imdb'],
    fetchTitle: async (id, { signal }) =>
      id.site === 'imdb' && isExternalId('movie', id) ? asking(signal, (look) => readTitle(look, id.id)) : 'unknown',
    fetchPerson: async (id, { signal }) =>
      id.site === 'imdb' && isExternalId('name', id) ? asking(signal, (look) => readPerson(look, id.id)) : 'unknown',
    search: null,
    probe: async ({ signal }) => void (await find(signal, ['title.basics'])),
  };
};
