import { type Field as AnyField, PERSON_FIELDS as PERSON, TITLE_FIELDS as TITLE } from '../record.fields.ts';

// The rules of merge.rules.ts in SQL, for the datasets: they outrank every other source, so that what is left of the rules
// is what is locked, what the files leave empty, and fuller dates.

/** A field that the datasets fill. */
interface Field {
  readonly column: string;
  readonly part: string;
  /** The staging table's alias in the views below. */
  readonly from: 's' | 'r';
  /** What is empty there, where it is not null. */
  readonly empty?: string;
  readonly date?: true | undefined;
}

type Known = Pick<AnyField<never>, 'part' | 'column' | 'list' | 'date'>;

const RATINGS: readonly string[] = ['rating', 'votes'];

const filled = (fields: readonly Known[], columns: readonly string[]): readonly Field[] =>
  fields
    .filter(({ column }) => columns.includes(column))
    .map(({ part, column, list, date }) => ({
      part,
      column,
      from: RATINGS.includes(column) ? 'r' : 's',
      ...(list && { empty: "'{}'" }),
      date,
    }));

/** Columns that the datasets never fill: by the name on the wire, null where they are empty. */
const others = (fields: readonly Known[], columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter(({ column }) => !columns.includes(column))
      .map(({ part, column, list }) => [part, list ? `nullif(t.${column}, '{}')` : column]),
  );

const TITLE_COLUMNS = [
  ...['type', 'title', 'original_title', 'year', 'end_year', 'runtime', 'adult', 'genres'],
  ...RATINGS,
];
const PERSON_COLUMNS = ['name', 'birth_date', 'death_date', 'professions', 'known_for'];

export const TITLE_FIELDS = filled(TITLE, TITLE_COLUMNS);
export const PERSON_FIELDS = filled(PERSON, PERSON_COLUMNS);
export const OTHER_TITLE_FIELDS = others(TITLE, TITLE_COLUMNS);
export const OTHER_PERSON_FIELDS = others(PERSON, PERSON_COLUMNS);

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

/** A record that an editor has made is not for the files to write. */
export const OPEN = "t.source is distinct from 'editor'";

/** Whether the files speak of a title's fields: a set with ratings says of each of its titles whether it has one. */
export const titleGiven = (hasRatings: boolean): Readonly<Record<'s' | 'r', string>> => ({
  s: `(s.id is not null and ${OPEN})`,
  r: hasRatings ? `((r.id is not null or s.id is not null) and ${OPEN})` : 'false',
});

/**
 * The value that a field is to have. `given` says whether the file speaks of the record at all; a locked field stays, and
 * a cell without a value takes nothing away that another source than the sample has given.
 */
export const wantedOf = (field: Field, given: string): string =>
  `case when not (${given}) or '${field.part}' = any(o.locked) or (${staysOf(field)}) then t.${field.column}
    else ${field.empty === undefined ? cellOf(field) : `coalesce(${cellOf(field)}, ${field.empty})`} end`;
