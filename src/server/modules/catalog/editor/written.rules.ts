import { CREW_TYPES, type CrewType, crewRole } from '#contracts/crew.ts';
import type { Values } from '#contracts/record.ts';
import { WRITTEN } from '#contracts/record.ts';
import { imdbId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import type { AkaRecord, CreditRecord, ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { HeldTitle } from '../apply.store.ts';
import type { Place } from '../merge.rules.ts';
import { PERSON_FIELDS, TITLE_FIELDS } from '../record.fields.ts';

// Between a record as the catalogue keeps it and as editors and bundles write it (contracts/record.ts).

const FIELDS = { movie: TITLE_FIELDS, name: PERSON_FIELDS } as const;

/** The name of the part that a record's picture is. */
export const PICTURE_PART = { movie: 'posterUrl', name: 'photoUrl' } as const satisfies Record<RecordKind, string>;

/** A record as it is written. */
export interface Written {
  readonly fields: Values;
  readonly parts: Readonly<Record<string, readonly object[]>>;
}

/** What the people of credits are called, by their keys. */
export type Names = ReadonlyMap<number, string>;

const writtenPlace = (place: Place | null) =>
  place && { series: imdbId('movie', place.series), season: place.season, episode: place.number };

const writtenAka = ({ region, language, ...row }: AkaRecord) => ({
  title: row.title,
  countryCode: region,
  languageCode: language,
  types: row.types,
  attributes: row.attributes,
  original: row.original,
  ordering: row.ordering,
});

const credited = (person: number, names: Names) => {
  const name = names.get(person);
  return { imdbId: imdbId('name', person), ...(name !== undefined && { name }) };
};

const writtenActor = ({ person, main, characters, remark, ordering }: CreditRecord, names: Names) => ({
  ...credited(person, names),
  main,
  characters: characters ?? [],
  remark,
  ordering,
});

const writtenCrew = ({ role, person, job, main, remark, ordering }: CreditRecord, names: Names) => ({
  type: CREW_TYPES[role - 1],
  ...credited(person, names),
  job,
  main,
  remark,
  ordering,
});

const without = (key: string) => (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));

const writtenRows = (part: string, rows: readonly object[], names: Names): readonly object[] => {
  if (part === 'akas') return (rows as AkaRecord[]).map(writtenAka);
  if (part === 'actors') return (rows as CreditRecord[]).map((row) => writtenActor(row, names));
  if (part === 'crew') return (rows as CreditRecord[]).map((row) => writtenCrew(row, names));
  return part === 'business' ? rows.map(without('country')) : rows;
};

/** A record as it stands, as it is written. Empty parts are left out. */
export const writtenRecord = (kind: RecordKind, held: HeldTitle, names: Names): Written => {
  const known = WRITTEN[kind];
  const fields: Record<string, unknown> = Object.fromEntries(
    FIELDS[kind].flatMap(({ part }) => (part in known.fields ? [[part, held.fields[part]]] : [])),
  );
  // A `real` has seven digits and prints more.
  if (typeof fields.rating === 'number') fields.rating = Number(fields.rating.toPrecision(7));
  if (kind === 'movie') fields.place = writtenPlace(held.place);
  else fields.knownFor = ((fields.knownFor ?? []) as number[]).map((key) => imdbId('movie', key));
  const parts = Object.keys(known.parts).flatMap((part) => {
    const rows = held.parts[part];
    return rows?.length ? [[part, writtenRows(part, rows, names)] as const] : [];
  });
  return { fields, parts: Object.fromEntries(parts) };
};

/** The people whom a record credits. */
export const creditedIn = (held: HeldTitle): number[] =>
  ['actors', 'crew'].flatMap((part) => ((held.parts[part] ?? []) as CreditRecord[]).map(({ person }) => person));

interface Ordered {
  readonly ordering?: number;
}

/** Rows with where each stands: as they say, or where one does not say, or two say the same, as they are written. */
const inOrder = <Row extends Ordered>(rows: readonly Row[]): (Row & { readonly ordering: number })[] => {
  const said = new Set(rows.map(({ ordering }) => ordering));
  const each = said.size === rows.length && !said.has(undefined);
  return rows.map((row, at) => ({ ...row, ordering: each ? Number(row.ordering) : at + 1 }));
};

interface WrittenAka extends Ordered {
  readonly title: string;
  readonly countryCode: string | null;
  readonly languageCode: string | null;
  readonly types: readonly string[] | null;
  readonly attributes: readonly string[] | null;
  readonly original: boolean;
}
interface WrittenCredit extends Ordered {
  readonly imdbId: string;
  readonly name?: string;
  readonly type?: CrewType;
  readonly main?: boolean;
  readonly characters?: readonly string[];
  readonly job?: string | null;
  readonly remark?: string | null;
}

const keyOf = (kind: RecordKind, id: string): number => requireId(kind, id).key;

const toldAkas = (rows: readonly WrittenAka[]): AkaRecord[] =>
  inOrder(rows).map(({ countryCode, languageCode, ...row }) => ({
    ordering: row.ordering,
    title: row.title,
    region: countryCode,
    language: languageCode,
    types: row.types,
    attributes: row.attributes,
    original: row.original,
  }));

const toldCredits = (rows: readonly WrittenCredit[], role: (row: WrittenCredit) => number): CreditRecord[] => {
  const byRole = Map.groupBy(rows, role);
  return [...byRole].flatMap(([number, same]) =>
    inOrder(same).map((row) => ({
      role: number,
      ordering: row.ordering,
      person: keyOf('name', row.imdbId),
      main: row.main ?? false,
      characters: row.characters?.length ? row.characters : null,
      job: row.job ?? null,
      remark: row.remark ?? null,
    })),
  );
};

/** People whom written credits name, by their keys, as far as they are called something. */
export const namedIn = (parts: Written['parts']): Map<number, string> =>
  new Map(
    ['actors', 'crew'].flatMap((part) =>
      ((parts[part] ?? []) as WrittenCredit[]).flatMap(({ imdbId, name }) =>
        name === undefined ? [] : [[keyOf('name', imdbId), name] as const],
      ),
    ),
  );

const toldFields = (kind: RecordKind, fields: Values): Record<string, unknown> =>
  Object.fromEntries(FIELDS[kind].flatMap(({ part, key }) => (part in fields ? [[key, fields[part]]] : [])));

const placeOf = (place: {
  readonly series: string;
  readonly season: number | null;
  readonly episode: number | null;
}) => ({
  series: keyOf('movie', place.series),
  season: place.season,
  number: place.episode,
});

const TABLED = new Set(['akas', 'actors', 'crew']);
const listsOf = (parts: Written['parts']) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, rows]) => {
      if (TABLED.has(part)) return [];
      return [[part, part === 'business' ? rows.map((row) => ({ country: null, ...row })) : rows]];
    }),
  );

/** What is written of a title, as sources tell it. Throws `malformed_id` for a credit of no possible person. */
export const toldTitleOf = (id: number, { fields, parts }: Written): ToldTitle => ({
  ...toldFields('movie', fields),
  id,
  ...('place' in fields && { episode: fields.place ? placeOf(fields.place as Parameters<typeof placeOf>[0]) : null }),
  ...(parts.akas && { akas: toldAkas(parts.akas as WrittenAka[]) }),
  ...(parts.actors && { actors: toldCredits(parts.actors as WrittenCredit[], () => 0) }),
  ...(parts.crew && { crew: toldCredits(parts.crew as WrittenCredit[], ({ type }) => crewRole(type ?? 'THANKS')) }),
  lists: listsOf(parts),
});

/** What is written of a person, as sources tell it. */
export const toldPersonOf = (id: number, { fields, parts }: Written): ToldPerson => ({
  ...toldFields('name', fields),
  ...('knownFor' in fields && { knownFor: (fields.knownFor as string[]).map((one) => keyOf('movie', one)) }),
  id,
  lists: listsOf(parts),
});
