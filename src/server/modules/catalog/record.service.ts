import type { Title, TitlePart } from '#contracts/catalog.ts';
import type { NamePart } from '#contracts/people.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, parseImdbId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { PlacedId } from '#server/sources/external-id.ts';
import { keyOfExternalId } from './external-id.store.ts';
import type { Own } from './language.rules.ts';
import { createTelling } from './language.service.ts';
import { readNamePart, readPeople } from './person.store.ts';
import { type RecordRow, readTogether } from './record.reader.ts';
import { readRedirect, readRedirects } from './record.store.ts';
import { type EpisodeSet, readEpisode, readSeason, readSeasonOfSeries, readSeriesOf } from './season.store.ts';
import { type ListPage, type PageOf, type PartFilter, readTitlePart, readTitles } from './title.store.ts';
import { assemble, NAME_SHAPE, readView, TITLE_SHAPE, type View } from './view.rules.ts';
import type { Visibility } from './visibility.ts';

export interface RecordsOptions {
  readonly db: Executor;
  readonly visibility: () => Visibility;
  /** Is told of a well-formed id that the catalogue does not hold. Never waited for. */
  readonly onWanted: (id: string, accountId: number | null) => void;
}

/** What was asked for, or the id under which it stands now. */
export type Lookup<T> = { readonly found: T } | { readonly movedTo: string };

/** What `seasonOfSeries` answers of a series. */
export type SeriesOfSeason = Pick<Title, 'imdbId' | 'title' | 'type'> & { readonly totalSeasons: number };

export interface BatchAsk {
  readonly ids: readonly string[];
  readonly include?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

export interface Asker {
  /** The language that titles are told in; as the catalogue has them when it isn't said. */
  readonly language?: string;
  readonly accountId: number | null;
}

const unknown = (kind: RecordKind, id: string) =>
  failure(kind === 'movie' ? 'title_unknown' : 'name_unknown', `There is no ${kind} ${id} in the catalogue.`);

/** Titles, people, their parts, seasons and episodes, as the data API answers them. */
export const createRecords = ({ db, visibility, onWanted }: RecordsOptions) => {
  const telling = createTelling({ db, visibility });
  /** An answer in the language of whoever asks. `own` is what it is of. */
  const told = (json: JsonText, { language }: Asker, own?: Own): Promise<JsonText> => telling(json, language, own);
  const toldPage = async (page: ListPage | null, asker: Asker): Promise<ListPage | null> =>
    page && { ...page, json: await told(page.json, asker) };

  const readTitle = readTogether<TitlePart>((keys, parts) => readTitles(db, keys, parts, visibility()));
  const readPerson = readTogether<NamePart>((keys, parts) => readPeople(db, keys, parts, visibility()));

  /** 308 for a merged record, 404 for one that isn't there. */
  const elsewhere = async (id: ParsedId, asker: Asker): Promise<{ movedTo: string }> => {
    const target = await readRedirect(db, id.kind, id.key);
    if (target !== null) return { movedTo: imdbId(id.kind, target) };
    onWanted(id.canonical, asker.accountId);
    throw unknown(id.kind, id.canonical);
  };

  /** Reads by the canonical id; any other form of it has moved there. */
  const lookup = async <T>(
    kind: RecordKind,
    text: string,
    asker: Asker,
    read: (key: number) => Promise<T | null>,
  ): Promise<Lookup<T>> => {
    const id = requireId(kind, text);
    if (text !== id.canonical) return { movedTo: id.canonical };
    const found = await read(id.key);
    return found === null ? elsewhere(id, asker) : { found };
  };

  /** A title by its id or by what a site calls it. */
  const title = async (id: string | PlacedId, view: View<TitlePart>, asker: Asker): Promise<Lookup<JsonText>> => {
    const { parts } = view;
    const shown = (row: RecordRow): Promise<JsonText> =>
      told(assemble(row, view), asker, { kind: 'movie', key: row.id });
    if (typeof id !== 'string') {
      const [row] = await readTitles(db, id, parts, visibility());
      if (!row) throw failure('title_unknown');
      return { found: await shown(row) };
    }
    return lookup('movie', id, asker, async (key) => {
      const row = await readTitle(key, parts);
      return row ? shown(row) : null;
    });
  };

  const name = (id: string, view: View<NamePart>, asker: Asker): Promise<Lookup<JsonText>> =>
    lookup('name', id, asker, async (key) => {
      const row = await readPerson(key, view.parts);
      return row ? told(assemble(row, view), asker, { kind: 'name', key }) : null;
    });

  const titlePart = (
    id: string,
    part: TitlePart,
    page: PageOf,
    filter: PartFilter,
    asker: Asker,
  ): Promise<Lookup<ListPage>> =>
    lookup('movie', id, asker, async (key) =>
      toldPage(await readTitlePart(db, key, part, page, filter, visibility()), asker),
    );

  const namePart = (id: string, part: NamePart, page: PageOf, asker: Asker): Promise<Lookup<ListPage>> =>
    lookup('name', id, asker, async (key) => toldPage(await readNamePart(db, key, part, page, visibility()), asker));

  const season = (id: string, set: EpisodeSet, asker: Asker): Promise<Lookup<JsonText>> =>
    lookup('movie', id, asker, async (key) => {
      const { known, json } = await readSeason(db, key, set, visibility());
      if (!known) return null;
      if (json === null) throw failure('season_unknown');
      return told(json, asker);
    });

  /** A season together with what it is of; the season is null where the series has no such one. */
  const seasonOfSeries = (
    id: string,
    season: number,
    asker: Asker,
  ): Promise<Lookup<{ readonly series: JsonText; readonly json: JsonText | null }>> =>
    lookup('movie', id, asker, async (key) => {
      const found = await readSeasonOfSeries(db, key, season, visibility());
      if (!found) return null;
      const { series, json } = found;
      return { series: await told(series, asker), json: json && (await told(json, asker)) };
    });

  /** The series of those that are episodes, by their ids. */
  const seriesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const keys = ids.flatMap((id) => parseImdbId(id)?.key ?? []);
    const found = keys.length === 0 ? [] : [...(await readSeriesOf(db, keys, visibility()))];
    return new Map(found.map(([episode, series]) => [imdbId('movie', episode), imdbId('movie', series)]));
  };

  const episodeOf = async (key: number, set: EpisodeSet, number: number, asker: Asker): Promise<JsonText | null> => {
    const { known, json } = await readEpisode(db, key, set, number, visibility());
    if (!known) return null;
    if (json !== null) return told(json, asker);
    const { json: whole } = await readSeason(db, key, set, visibility());
    throw failure(whole === null ? 'season_unknown' : 'episode_unknown');
  };

  const episode = (id: string, set: EpisodeSet, number: number, asker: Asker): Promise<Lookup<JsonText>> =>
    lookup('movie', id, asker, (key) => episodeOf(key, set, number, asker));

  const tmdbEpisode = async (tmdbId: string, season: number, number: number, asker: Asker): Promise<JsonText> => {
    const key = await keyOfExternalId(db, { site: 'tmdb', space: 'series', id: String(Number(tmdbId)) });
    const json = key === null ? null : await episodeOf(key, { season }, number, asker);
    if (json === null) throw failure('title_unknown', `No series with the TMDB id ${tmdbId} is known.`);
    return json;
  };

  /** Many records of both kinds, in the order asked: two statements whatever their number. */
  const batch = async (ask: BatchAsk, asker: Asker): Promise<JsonText> => {
    const titleView = readView(TITLE_SHAPE, ask, NAME_SHAPE);
    const nameView = readView(NAME_SHAPE, ask, TITLE_SHAPE);
    const parsed = ask.ids.map((id) => parseImdbId(id));
    const keysOf = (kind: RecordKind) => [...new Set(parsed.flatMap((id) => (id?.kind === kind ? [id.key] : [])))];
    const [titleKeys, nameKeys] = [keysOf('movie'), keysOf('name')];
    const seen = visibility();
    const [titles, people] = await Promise.all([
      titleKeys.length > 0 ? readTitles(db, titleKeys, titleView.parts, seen) : [],
      nameKeys.length > 0 ? readPeople(db, nameKeys, nameView.parts, seen) : [],
    ]);
    const records = new Map<string, JsonText>([
      ...titles.map((row) => [imdbId('movie', row.id), assemble(row, titleView)] as const),
      ...people.map((row) => [imdbId('name', row.id), assemble(row, nameView)] as const),
    ]);
    const moved = await redirectsOf(parsed.flatMap((id) => (id && !records.has(id.canonical) ? [id] : [])));
    const items = ask.ids.map((id, at) => batchItem(id, parsed[at] ?? null, records, moved, asker));
    return told(jsonText(`[${items.join(',')}]`), asker);
  };

  const redirectsOf = async (missing: readonly ParsedId[]): Promise<Map<string, string>> => {
    const moved = new Map<string, string>();
    for (const kind of ['movie', 'name'] as const) {
      const keys = missing.filter((id) => id.kind === kind).map((id) => id.key);
      if (keys.length === 0) continue;
      for (const [from, to] of await readRedirects(db, kind, keys)) moved.set(imdbId(kind, from), imdbId(kind, to));
    }
    return moved;
  };

  const batchItem = (
    id: string,
    parsed: ParsedId | null,
    records: ReadonlyMap<string, JsonText>,
    moved: ReadonlyMap<string, string>,
    asker: Asker,
  ): string => {
    if (parsed === null) {
      return JSON.stringify({
        id,
        code: 400,
        data: null,
        error: 'The id is not tt or nm and 7 to 10 digits.',
        reason: 'malformed_id',
      });
    }
    const record = records.get(parsed.canonical);
    if (record !== undefined) return `{"id":${JSON.stringify(id)},"code":200,"data":${record},"error":null}`;
    const redirectTo = moved.get(parsed.canonical);
    if (redirectTo) return JSON.stringify({ id, code: 308, data: null, error: null, redirectTo });
    onWanted(parsed.canonical, asker.accountId);
    const { message, reason } = unknown(parsed.kind, parsed.canonical);
    return JSON.stringify({ id, code: 404, data: null, error: message, reason });
  };

  return {
    ...{ title, name, titlePart, namePart },
    ...{ season, seasonOfSeries, seriesOf, episode, tmdbEpisode, batch, told },
  };
};

export type Records = ReturnType<typeof createRecords>;
