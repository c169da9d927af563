/** A field that the datasets fill: its column, the name it has on the wire and in title_origin, and what is empty there. */
interface Field {
  readonly column: string;
  readonly part: string;
  /** The staging table's alias in the views below. */
  readonly from: 's' | 'r';
  readonly empty?: string;
  /** A date of another source that begins with the file's year says more and stays. */
  readonly date?: true;
}

export const TITLE_FIELDS: readonly Field[] = [
  { column: 'type', part: 'type', from: 's' },
  { column: 'title', part: 'title', from: 's' },
  { column: 'original_title', part: 'originalTitle', from: 's' },
  { column: 'year', part: 'year', from: 's' },
  { column: 'end_year', part: 'endYear', from: 's' },
  { column: 'runtime', part: 'runtime', from: 's' },
  { column: 'adult', part: 'adult', from: 's' },
  { column: 'genres', part: 'genres', from: 's', empty: "'{}'" },
  { column: 'rating', part: 'rating', from: 'r' },
  { column: 'votes', part: 'votes', from: 'r' },
];

export const PERSON_FIELDS: readonly Field[] = [
  { column: 'name', part: 'name', from: 's' },
  { column: 'birth_date', part: 'birthdate', from: 's', date: true },
  { column: 'death_date', part: 'dateOfDead', from: 's', date: true },
  { column: 'professions', part: 'professions', from: 's', empty: "'{}'" },
  { column: 'known_for', part: 'knownFor', from: 's', empty: "'{}'" },
];

/** Columns that the datasets never fill, by the name on the wire. */
export const OTHER_TITLE_FIELDS = {
  releaseDate: 'release_date',
  rated: 'rated',
  metascore: 'metascore',
  simplePlot: 'simple_plot',
  plot: 'plot',
  posterUrl: 'poster',
  countries: "nullif(t.countries, '{}')",
  languages: "nullif(t.languages, '{}')",
} as const;

export const OTHER_PERSON_FIELDS = {
  uniqueName: 'unique_name',
  birthname: 'birth_name',
  placeOfBirth: 'birth_place',
  placeOfDeath: 'death_place',
  height: 'height',
  starMeter: 'star_meter',
  biography: 'biography',
  photoUrl: 'photo',
} as const;

const cellOf = ({ column, from, empty }: Field): string =>
  empty === undefined ? `${from}.${column}` : `nullif(${from}.${column}, ${empty})`;

/** Sources that have no say against a file: the datasets themselves and the embedded sample. */
export const YIELDING = "('imdb-datasets', 'sample')";

/** Whether what the record has comes from a source with a say: `t` is the old record, `o` sums up its origins. */
const isOthers = (part: string): string =>
  `('${part}' = any(o.other) or t.source not in ${YIELDING} and coalesce('${part}' <> all(o.yielding), true))`;

/** Whether another source's value stays: where the file has none, or less of it. The sample's never does. */
export const staysOf = (field: Field): string => {
  const cell = cellOf(field);
  const more = field.date ? ` or starts_with(t.${field.column}, ${cell})` : '';
  return `(${cell} is null${more}) and ${isOthers(field.part)}`;
};

/** Whether the files speak of a title's fields: a set with ratings says of each of its titles whether it has one. */
export const titleGiven = (hasRatings: boolean): Readonly<Record<'s' | 'r', string>> => ({
  s: 's.id is not null',
  r: hasRatings ? '(r.id is not null or s.id is not null)' : 'false',
});

/**
 * The value that a field is to have. `given` says whether the file speaks of the record at all; a locked field stays, and
 * a cell without a value takes nothing away that another source than the sample has given.
 */
export const wantedOf = (field: Field, given: string): string =>
  `case when not (${given}) or '${field.part}' = any(o.locked) or (${staysOf(field)}) then t.${field.column}
    else ${field.empty === undefined ? cellOf(field) : `coalesce(${cellOf(field)}, ${field.empty})`} end`;
