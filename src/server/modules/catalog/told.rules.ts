import type { CreditRecord, ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { ToldPart, ToldRecord } from './apply.rules.ts';
import { type Field, keptValue, PERSON_FIELDS, TITLE_FIELDS } from './record.fields.ts';

/** The told values by the fields' names; what is not mentioned is left out. */
const fieldsOf = (
  fields: readonly Pick<Field<never>, 'part' | 'key' | 'type'>[],
  told: Readonly<Partial<Record<string, unknown>>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ part, key, type }) => (told[key] === undefined ? [] : [[part, keptValue(told[key], type)]])),
  );

const partOf = <Row extends object>(told: readonly Row[], rows: readonly object[] = told): ToldPart => ({
  says: told.length > 0,
  rows,
});

/** Lists as they are kept: JSON knows no undefined. */
const listsOf = (lists: Readonly<Partial<Record<string, readonly object[]>>> = {}): Record<string, ToldPart> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([part, rows]) => (rows ? [[part, partOf(JSON.parse(JSON.stringify(rows)))]] : [])),
  );

const AKA_KEYS = ['ordering', 'title', 'region', 'language', 'types', 'attributes', 'original'] as const;
const CREDIT_KEYS = ['role', 'ordering', 'person', 'main', 'characters', 'job', 'remark'] as const;

/** Only these keys of a row, and each of them: rows are compared with the kept ones. */
const pick = <Row, Key extends keyof Row & string>(row: Row, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>;

/** Credits of people that there are, in the order in which they are read. */
const creditsOf = (credits: readonly CreditRecord[], known: ReadonlySet<number>): ToldPart =>
  partOf(
    credits,
    credits
      .filter(({ person }) => known.has(person))
      .map((credit) => pick(credit, CREDIT_KEYS))
      .toSorted((a, b) => a.role - b.role || a.ordering - b.ordering),
  );

/** The credits that a source tells of, by part. */
export const creditParts = ({ credits, actors, crew }: ToldTitle) => ({
  actors: actors ?? credits?.filter(({ role }) => role === 0),
  crew: crew ?? credits?.filter(({ role }) => role > 0),
});

/** What a source tells of a title, by parts; `known` are the people that there are. */
export const toldTitle = (title: ToldTitle, known: ReadonlySet<number>): ToldRecord => {
  const { actors, crew } = creditParts(title);
  return {
    id: title.id,
    fields: fieldsOf(TITLE_FIELDS, { ...title }),
    parts: {
      ...(title.akas && {
        akas: partOf(
          title.akas,
          title.akas.map((aka) => pick(aka, AKA_KEYS)).toSorted((a, b) => a.ordering - b.ordering),
        ),
      }),
      ...(actors && { actors: creditsOf(actors, known) }),
      ...(crew && { crew: creditsOf(crew, known) }),
      ...listsOf(title.lists),
    },
  };
};

export const toldPerson = (person: ToldPerson): ToldRecord => ({
  id: person.id,
  fields: fieldsOf(PERSON_FIELDS, { ...person }),
  parts: listsOf(person.lists),
});
