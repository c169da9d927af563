import type { CrewType } from '#contracts/crew.ts';
import type { Input } from '#contracts/endpoint.ts';
import type { imdbParts } from '#contracts/imdb.api.ts';
import { NAME_LISTS, type RecordKind, TITLE_LISTS } from './record-search.ts';

export type Ask = Input<typeof imdbParts>['body'][number];

/** Sections are few, and a person's photos never fill a page. */
const MOST_SECTIONS = 200;
export const FIRST_CREW: CrewType = 'DIRECTOR';

/** A page of a list. Filmographies come whole: their parts are paged here. */
export const listAsk = (data: Ask['data'], page: number, regs: number): Ask => ({
  data,
  extraParams: data === 'filmography' ? { regs: MOST_SECTIONS } : { page, regs },
});

export const crewAsk = (type: CrewType, page: number, regs: number): Ask => ({
  data: 'crew',
  extraParams: { type, page, regs },
});

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
