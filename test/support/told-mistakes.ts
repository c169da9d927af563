import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Photo, TITLE_PARTS, TITLE_TYPES } from '#contracts/catalog.ts';
import { CREW_TYPES } from '#contracts/crew.ts';
import { PartialDate } from '#contracts/ids.ts';
import { maybe } from '#contracts/maybe.ts';
import { NAME_PARTS } from '#contracts/people.ts';
import { type Field, PERSON_FIELDS, TITLE_FIELDS } from '#server/modules/catalog/record.fields.ts';
import { SITES } from '#server/sources/external-id.ts';
import { PERSON_LISTS, TITLE_LISTS, type ToldPerson, type ToldTitle } from '#server/sources/record.ts';

const some = Type.Optional;
const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });
const key = Type.Integer({ minimum: 1 });
const ordering = Type.Integer({ minimum: 0 });
const texts = maybe(Type.Array(text));

const schemaOf = ({ list, type, date }: Pick<Field<never>, 'list' | 'type' | 'date'>): TSchema => {
  if (list) return Type.Array(list === 'text[]' ? text : key);
  if (type === 'boolean') return Type.Boolean();
  return maybe(date ? PartialDate : type === undefined ? text : type === 'real' ? Type.Number() : Type.Integer());
};

const fieldsOf = (fields: readonly Pick<Field<never>, 'key' | 'list' | 'type' | 'date'>[]) =>
  Object.fromEntries(fields.map((field) => [field.key, some(schemaOf(field))]));

/** Lists are told in the shape of the wire; a photo has its address from the store of pictures. */
const listsOf = (names: readonly string[], parts: Readonly<Record<string, readonly [string, TSchema]>>) =>
  some(
    Type.Object(
      Object.fromEntries(
        names.map((name) => [
          name,
          some(Type.Array(name === 'photos' ? Type.Omit(Photo, ['url']) : (parts[name]?.[1] ?? Type.Never()))),
        ]),
      ),
      closed,
    ),
  );

const Credits = some(
  Type.Array(
    Type.Object(
      {
        role: Type.Integer({ minimum: 0, maximum: CREW_TYPES.length }),
        ordering,
        person: key,
        main: Type.Boolean(),
        characters: texts,
        job: maybe(text),
        remark: maybe(text),
      },
      closed,
    ),
  ),
);
const Akas = some(
  Type.Array(
    Type.Object(
      {
        ordering,
        title: text,
        region: maybe(text),
        language: maybe(text),
        types: texts,
        attributes: texts,
        original: Type.Boolean(),
      },
      closed,
    ),
  ),
);
const number = maybe(Type.Integer());
const Ids = some(Type.Array(Type.Object({ site: Type.Enum([...SITES]), id: text }, closed)));
const drawn = some(maybe(Type.Literal('drawn')));

const titles = Compile(
  Type.Object(
    {
      ...fieldsOf(TITLE_FIELDS),
      id: key,
      type: some(Type.Enum([...TITLE_TYPES])),
      title: some(text),
      poster: drawn,
      akas: Akas,
      credits: Credits,
      actors: Credits,
      crew: Credits,
      lists: listsOf(TITLE_LISTS, TITLE_PARTS),
      episode: some(maybe(Type.Object({ series: key, season: number, number }, closed))),
      ids: Ids,
    },
    closed,
  ),
);
const people = Compile(
  Type.Object(
    {
      ...fieldsOf(PERSON_FIELDS),
      id: key,
      name: some(text),
      photo: drawn,
      lists: listsOf(PERSON_LISTS, NAME_PARTS),
      ids: Ids,
    },
    closed,
  ),
);

/** Text that a database takes: no half signs, no zero byte. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
};
const repeated = (keys: readonly string[]): string[] => keys.filter((one, at) => keys.indexOf(one) !== at);

const mistakes = (check: typeof titles | typeof people, told: ToldTitle | ToldPerson): string[] => [
  ...check.Errors(told).map(({ instancePath, message }) => `${told.id}${instancePath} ${message}`),
  ...(isStorable(told) ? [] : [`${told.id} has text that cannot be kept`]),
];

/** What of a told title the catalogue could not keep. */
export const titleMistakes = (told: ToldTitle): string[] => {
  const { credits, actors = [], crew = [], akas = [] } = told;
  const keys = (credits ?? [...actors, ...crew]).map(({ role, ordering: at }) => `credit ${role} ${at}`);
  return [
    ...mistakes(titles, told),
    ...repeated([...keys, ...akas.map(({ ordering: at }) => `aka ${at}`)]).map((one) => `${told.id} twice: ${one}`),
  ];
};
export const personMistakes = (told: ToldPerson): string[] => mistakes(people, told);
