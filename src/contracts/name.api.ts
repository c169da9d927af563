import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { NameId } from './ids.ts';
import { NAME_PART_NAMES, NAME_PARTS, Name, type NamePart } from './people.ts';
import { flag, inLanguage, language, names, paging, partFlags, query, searched } from './query.ts';
import { Hit } from './search.ts';
import { SomeOfName } from './some-of.ts';

const get = { method: 'GET', access: 'token', tag: 'Names', ...inLanguage } as const;
const listed = { ...get, description: 'An empty list where nothing is known.', shape: 'page' } as const;
const ofName = Type.Object({ imdbId: NameId });
const pacino = { imdbId: 'nm0000199' };
const nameErrors = ['malformed_id', 'invalid_parameter', 'name_unknown'] as const;

/** `include` and `fields` of a person. */
export const nameView = {
  include: names([...NAME_PART_NAMES, 'all'], 'Parts to add to the record.'),
  fields: names(Object.keys(Name.properties), 'The only fields of the record to answer; included parts come on top.'),
};

export const name = endpoint({
  name: 'name',
  ...get,
  path: '/api/v1/name/:imdbId',
  summary: 'A person, with any of its parts',
  description: 'A merged id answers 308 with the address of the person it was merged into.',
  params: ofName,
  query: query({ ...nameView, ...language }),
  reply: Type.Union([Name, SomeOfName]),
  errors: nameErrors,
  example: { params: pacino },
});

const part = <P extends NamePart>(part: P, summary: string) =>
  endpoint({
    name: `name_${NAME_PARTS[part][0]}`,
    ...listed,
    path: `/api/v1/name/:imdbId/${part}`,
    summary,
    params: ofName,
    query: query({ ...paging, ...language }),
    reply: Type.Array(NAME_PARTS[part][1]),
    errors: nameErrors,
    example: { params: pacino, query: { regs: part === 'filmographies' ? '1' : '2' } },
  });

export const namePartEndpoints = {
  alternative: part('alternative', 'Other names'),
  biographies: part('biographies', 'Biographies in other languages, with where each comes from'),
  filmographies: part('filmographies', 'Work, by section'),
  nicknames: part('nicknames', 'Nicknames'),
  salaries: part('salaries', 'Salaries'),
  marriages: part('marriages', 'Marriages'),
  'trade-marks': part('trade-marks', 'Trade marks'),
  quotes: part('quotes', 'Quotes'),
  trivias: part('trivias', 'Trivia'),
  photos: part('photos', 'Photos'),
} as const;

export const nameSearch = endpoint({
  name: 'name_search',
  ...get,
  path: '/api/v1/name/search',
  summary: 'People by name',
  query: query({
    name: searched,
    exact: flag('Only people who are called exactly this, whatever the case and the diacritics.'),
    ...paging,
    ...language,
  }),
  reply: Type.Array(Hit),
  shape: 'page',
  errors: ['invalid_parameter'],
  example: { query: { name: 'al pacino', regs: '2' } },
});

export const nameAllInOne = endpoint({
  name: 'name_all_in_one',
  ...get,
  path: '/api/v1/name/all-in-one',
  summary: 'A person with parts, asked for by flags',
  description: 'The older form of `include`.',
  query: Type.Object({ imdbId: NameId, ...partFlags(NAME_PARTS), ...language }, { additionalProperties: false }),
  reply: Name,
  errors: nameErrors,
  example: { query: { imdbId: 'nm0000199', nicknames: '1' } },
});
