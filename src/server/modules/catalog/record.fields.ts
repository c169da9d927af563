import type { PersonRecord, TitleRecord } from '#server/sources/record.ts';

/** A field of a record: its name on the wire and in the table of origins, its column, and its key in what sources tell. */
export interface Field<Record> {
  readonly part: string;
  readonly column: string;
  readonly key: keyof Record & string;
  /** The type of a list's column; what is empty there is '{}' and not null. */
  readonly list?: 'text[]' | 'bigint[]';
  readonly type?: 'integer' | 'real' | 'boolean';
  /** As precise as known: of two dates that begin alike the longer one says more. */
  readonly date?: true;
}

export const TITLE_FIELDS: readonly Field<TitleRecord>[] = [
  { part: 'type', column: 'type', key: 'type' },
  { part: 'title', column: 'title', key: 'title' },
  { part: 'originalTitle', column: 'original_title', key: 'originalTitle' },
  { part: 'year', column: 'year', key: 'year', type: 'integer' },
  { part: 'endYear', column: 'end_year', key: 'endYear', type: 'integer' },
  { part: 'runtime', column: 'runtime', key: 'runtime', type: 'integer' },
  { part: 'adult', column: 'adult', key: 'adult', type: 'boolean' },
  { part: 'releaseDate', column: 'release_date', key: 'releaseDate', date: true },
  { part: 'rated', column: 'rated', key: 'rated' },
  { part: 'rating', column: 'rating', key: 'rating', type: 'real' },
  { part: 'votes', column: 'votes', key: 'votes', type: 'integer' },
  { part: 'metascore', column: 'metascore', key: 'metascore', type: 'integer' },
  { part: 'simplePlot', column: 'simple_plot', key: 'simplePlot' },
  { part: 'plot', column: 'plot', key: 'plot' },
  { part: 'genres', column: 'genres', key: 'genres', list: 'text[]' },
  { part: 'countries', column: 'countries', key: 'countries', list: 'text[]' },
  { part: 'languages', column: 'languages', key: 'languages', list: 'text[]' },
  { part: 'posterUrl', column: 'poster', key: 'poster' },
];

export const PERSON_FIELDS: readonly Field<PersonRecord>[] = [
  { part: 'name', column: 'name', key: 'name' },
  { part: 'uniqueName', column: 'unique_name', key: 'uniqueName' },
  { part: 'birthname', column: 'birth_name', key: 'birthName' },
  { part: 'birthdate', column: 'birth_date', key: 'birthDate', date: true },
  { part: 'placeOfBirth', column: 'birth_place', key: 'birthPlace' },
  { part: 'dateOfDead', column: 'death_date', key: 'deathDate', date: true },
  { part: 'placeOfDeath', column: 'death_place', key: 'deathPlace' },
  { part: 'height', column: 'height', key: 'height', type: 'integer' },
  { part: 'starMeter', column: 'star_meter', key: 'starMeter', type: 'integer' },
  { part: 'professions', column: 'professions', key: 'professions', list: 'text[]' },
  { part: 'knownFor', column: 'known_for', key: 'knownFor', list: 'bigint[]' },
  { part: 'biography', column: 'biography', key: 'biography' },
  { part: 'photoUrl', column: 'photo', key: 'photo' },
];

/** A value as its column keeps it: a `real` has about seven digits. */
export const keptValue = (value: unknown, type: Field<never>['type']): unknown =>
  type === 'real' && typeof value === 'number' ? Math.fround(value) : value;
