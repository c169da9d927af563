import { TITLE_PARTS, type TitlePart } from '#contracts/catalog.ts';
import { CREW_TYPES, type CrewType, crewRole } from '#contracts/crew.ts';
import type { NAME_DATA, TITLE_DATA } from '#contracts/imdb.api.ts';
import { NAME_PARTS, type NamePart } from '#contracts/people.ts';
import { type ParsedId, requireId } from '#server/kernel/ids.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { LICENCES } from '#server/sources/licences.ts';
import type { createRecords, Lookup } from '../record.service.ts';
import type { PartFilter } from '../title.store.ts';
import { NAME_SHAPE, readView, TITLE_SHAPE } from '../view.rules.ts';
import type { Checks } from './check.service.ts';
import { refused } from './edit.rules.ts';
import { unknownRecord } from './edit.service.ts';
import { countCrew, countEpisodes, type PartOrigin, readOrigins, readSerieUpdate } from './parts.store.ts';
import { type CallsOf, editorsOf } from './who.service.ts';

export type DataName = (typeof TITLE_DATA)[number] | (typeof NAME_DATA)[number];

export interface PartAsk {
  readonly data: DataName;
  readonly extraParams?: {
    readonly page?: number;
    readonly regs?: number;
    readonly main?: boolean;
    readonly type?: CrewType;
    /** null: the episodes without one. */
    readonly season?: number | null;
  };
}

interface Options {
  readonly db: Executor;
  readonly callsOf: CallsOf;
  /** The records with everything that there is, whatever may be published. */
  readonly checks: Pick<Checks, 'metadata'>;
  readonly records: Pick<ReturnType<typeof createRecords>, 'title' | 'name' | 'titlePart' | 'namePart' | 'season'>;
}

const byKey = <Part extends string>(parts: Readonly<Record<Part, readonly [string, ...unknown[]]>>) =>
  new Map(Object.entries(parts).map(([part, of]) => [(of as readonly [string])[0], part as Part]));
const TITLE_PART_OF = byKey<TitlePart>(TITLE_PARTS);
const NAME_PART_OF = byKey<NamePart>(NAME_PARTS);

const NOBODY = { accountId: null };
/** A year has four digits, and no series as many seasons. */
const isYear = (season: number): boolean => season >= 1_000;

const licenceOf = (source: PartOrigin['source']): string | null =>
  source === 'bundle' || source === 'editor' ? null : LICENCES[source].name;

/** What administrators read of records: any parts at once, each with whose it is. */
export const createRecordParts = ({ db, callsOf, records, checks }: Options) => {
  const found = async <T>(id: ParsedId, lookup: Promise<Lookup<T>>): Promise<T> => {
    const result = await lookup;
    if ('movedTo' in result) throw await unknownRecord(db, id);
    return result.found;
  };

  const record = async (id: ParsedId): Promise<JsonText> =>
    id.kind === 'movie'
      ? found(id, records.title(id.canonical, readView(TITLE_SHAPE, {}), NOBODY))
      : found(id, records.name(id.canonical, readView(NAME_SHAPE, {}), NOBODY));

  const seasonOf = async (id: ParsedId, season: number | null): Promise<{ json: string; total: number }> => {
    const set = season !== null && isYear(season) ? { year: season } : { season };
    const one = await found(id, records.season(id.canonical, set, NOBODY));
    return { json: `[${one}]`, total: 1 };
  };

  const list = async (
    id: ParsedId,
    { data, extraParams = {} }: PartAsk,
    maxRegs: number,
    origin: (part: string) => PartOrigin,
    by: (part: string) => string | null,
  ): Promise<string> => {
    const { page = 1, regs = maxRegs, main, type, season } = extraParams;
    const at = { offset: (page - 1) * regs, limit: regs };
    const filter: PartFilter = { ...(main !== undefined && { main }), ...(type && { role: crewRole(type) }) };
    const part =
      id.kind === 'movie' ? TITLE_PART_OF.get(data) : NAME_PART_OF.get(data === 'filmography' ? 'filmographies' : data);
    if (part === undefined) throw refused('data', `${data} is nothing that a ${id.kind} has`);
    const { json, total } =
      part === 'season' && season !== undefined
        ? await seasonOf(id, season)
        : id.kind === 'movie'
          ? await found(id, records.titlePart(id.canonical, part as TitlePart, at, filter, NOBODY))
          : await found(id, records.namePart(id.canonical, part as NamePart, at, NOBODY));
    const { source, fetched, locked } = origin(part);
    const about = JSON.stringify({
      page,
      total,
      regs,
      source,
      licence: licenceOf(source),
      fetched,
      locked,
      by: locked ? by(part) : null,
    });
    return `{"data":${json},${about.slice(1)}`;
  };

  /** One member for each name asked, as JSON. A merged id leads to where it went. @throws invalid_body, title_unknown, name_unknown */
  const read = async (text: string, asked: readonly PartAsk[], maxRegs: number): Promise<Lookup<JsonText>> => {
    const kind = text.startsWith('tt') ? 'movie' : 'name';
    const id = requireId(kind, text);
    const origins = await readOrigins(db, kind, id.key);
    if (origins === null) {
      const moved = await (kind === 'movie'
        ? records.title(id.canonical, readView(TITLE_SHAPE, {}), NOBODY)
        : records.name(id.canonical, readView(NAME_SHAPE, {}), NOBODY));
      if ('movedTo' in moved) return moved;
      throw await unknownRecord(db, id);
    }
    const by = await editorsOf(db, callsOf, kind, id.key);
    const member = async (ask: PartAsk): Promise<string> => {
      if (ask.data === kind) return record(id);
      if (ask.data === 'metadata') return JSON.stringify(await checks.metadata(id));
      if (ask.data === 'serieUpdate') {
        const update = await readSerieUpdate(db, id.key);
        return JSON.stringify(update && { imdbId: id.canonical, ...update });
      }
      return list(id, ask, maxRegs, (part) => origins.parts[part] ?? origins.record, by);
    };
    const members: string[] = [];
    for (const ask of asked) members.push(`${JSON.stringify(ask.data)}:${await member(ask)}`);
    return { found: jsonText(`{${members.join(',')}}`) };
  };

  const heldTitle = async (text: string): Promise<number> => {
    const id = requireId('movie', text);
    if ((await readOrigins(db, 'movie', id.key)) === null) throw await unknownRecord(db, id);
    return id.key;
  };

  const crew = async (text: string): Promise<{ type: CrewType; count: number }[]> => {
    const counts = await countCrew(db, await heldTitle(text));
    return counts.flatMap(({ role, count }) => {
      const type = CREW_TYPES[role - 1];
      return type ? [{ type, count }] : [];
    });
  };

  const seasons = async (text: string) => countEpisodes(db, await heldTitle(text));

  return { read, crew, seasons };
};

export type RecordParts = ReturnType<typeof createRecordParts>;
