import type { CrewType } from '#contracts/crew.ts';
import type { Input } from '#contracts/endpoint.ts';
import type { imdbParts } from '#contracts/imdb.api.ts';
import { NAME_LISTS, type RecordKind, type RecordSearch, TITLE_LISTS } from './record-search.ts';

export type Ask = Input<typeof imdbParts>['body'][number];

/** Sections are few, and a person's photos never fill a page. */
const MOST_SECTIONS = 200;
export const FIRST_CREW: CrewType = 'DIRECTOR';
/** Episodes that belong to no season, as the address says it. */
export const WITHOUT_SEASON = 'none';

/** A page of a list. Filmographies come whole: their parts are paged here. */
export const listAsk = (data: Ask['data'], page: number, regs: number): Ask => ({
  data,
  extraParams: data === 'filmography' ? { regs: MOST_SECTIONS } : { page, regs },
});

export const crewAsk = (type: CrewType, page: number, regs: number): Ask => ({
  data: 'crew',
  extraParams: { type, page, regs },
});

/** The episodes of a season or a year; without one those of all. */
export const seasonAsk = (season: string | undefined): Ask => ({
  data: 'seasons',
  ...(season !== undefined && { extraParams: { season: season === WITHOUT_SEASON ? null : Number(season) } }),
});

/** What is asked for what the address says is looked at. */
export const asksOf = (kind: RecordKind, { tab, page = 1, crew, season }: RecordSearch, regs: number): Ask[] => {
  if (tab === 'crew') return [crewAsk(crew ?? FIRST_CREW, page, regs)];
  if (tab === 'seasons') return [seasonAsk(season)];
  if (tab === 'metadata') return [{ data: 'metadata' }];
  // The history has calls of its own.
  if (tab !== undefined && tab !== 'info' && tab !== 'history') return [listAsk(tab, page, regs)];
  if (kind === 'name') return [{ data: 'name' }];
  return [{ data: 'movie' }, listAsk('trailers', 1, regs), { data: 'serieUpdate' }];
};

/** What is asked of a record first: what its page shows at once, or with `all` the first page of every list as well. */
export const planOf = (kind: RecordKind, all: boolean, regs: number): readonly Ask[] => {
  const first: readonly Ask[] =
    kind === 'movie'
      ? [{ data: 'movie' }, listAsk('trailers', 1, regs), { data: 'serieUpdate' }, { data: 'metadata' }]
      : [{ data: 'name' }, listAsk('alternative', 1, regs), listAsk('filmography', 1, regs), { data: 'metadata' }];
  if (!all) return first;
  const there = new Set(first.map(({ data }) => data));
  const lists = kind === 'movie' ? TITLE_LISTS : NAME_LISTS;
  return [
    ...first,
    ...lists
      .filter((data) => !there.has(data))
      .map((data) => (data === 'crew' ? crewAsk(FIRST_CREW, 1, regs) : listAsk(data, 1, regs))),
  ];
};
