import type { TitleType } from '#contracts/catalog.ts';
import { ACTOR_ROLE } from '#contracts/crew.ts';
import type { AkaRecord, CreditRecord, ToldPerson, ToldTitle } from '../record.ts';
import { listOf, numberOf, textOf } from './copy.ts';
import type { ImdbFile } from './files.ts';
import type { Rows } from './find.ts';

/** The rows of a title by the files that were looked into; what stands in no file that is there is not told of. */
export type Found = Readonly<Partial<Record<ImdbFile, Rows>>>;

/** The first of the rows with the same key counts. */
const firsts = <Row>(rows: readonly Row[], keyOf: (row: Row) => string | number): Row[] =>
  [...Map.groupBy(rows, keyOf).values()].flatMap((same) => same.slice(0, 1));

const basicsOf = ([id, type, title, original, adult, year, end, runtime, genres]: Rows[number]) => ({
  id: Number(id),
  type: type as TitleType,
  title: textOf(title) ?? '',
  originalTitle: textOf(original),
  adult: adult === 't',
  year: numberOf(year),
  endYear: numberOf(end),
  runtime: numberOf(runtime),
  genres: listOf(genres) ?? [],
});

const ratingOf = ([row]: Rows) => ({ rating: numberOf(row?.[1]), votes: numberOf(row?.[2]) });

const placeOf = ([row]: Rows) => ({
  episode: row ? { series: Number(row[1]), season: numberOf(row[2]), number: numberOf(row[3]) } : null,
});

const akasOf = (rows: Rows): AkaRecord[] =>
  firsts(
    rows.map(([, ordering, title, region, language, types, attributes, original]) => ({
      ordering: Number(ordering),
      title: textOf(title) ?? '',
      region: textOf(region),
      language: textOf(language),
      types: listOf(types),
      attributes: listOf(attributes),
      original: original === 't',
    })),
    ({ ordering }) => ordering,
  );

const principalsOf = (rows: Rows): CreditRecord[] =>
  firsts(
    rows.map(([, role, ordering, person, characters, job, remark]) => ({
      role: Number(role),
      ordering: Number(ordering),
      person: Number(person),
      main: true,
      characters: listOf(characters),
      job: textOf(job),
      remark: textOf(remark),
    })),
    ({ ordering }) => ordering,
  );

const crewOf = (rows: Rows): CreditRecord[] =>
  firsts(
    rows.map(([, role, ordering, person]) => ({
      role: Number(role),
      ordering: Number(ordering),
      person: Number(person),
      main: false,
      characters: null,
      job: null,
      remark: null,
    })),
    ({ role, ordering }) => `${role} ${ordering}`,
  );

/** As an import does: the crew only where both files are there, and whom title.principals names stands there only. */
const creditsOf = (principals: Rows | undefined, crew: Rows | undefined): Partial<ToldTitle> => {
  if (!principals) return {};
  const named = principalsOf(principals);
  if (!crew) return { actors: named.filter(({ role }) => role === ACTOR_ROLE) };
  const known = new Set(named.map(({ role, person }) => `${role} ${person}`));
  return { credits: [...named, ...crewOf(crew).filter(({ role, person }) => !known.has(`${role} ${person}`))] };
};

/** A title from its rows; null when title.basics does not have it. */
export const titleOf = (found: Found): ToldTitle | null => {
  const { 'title.basics': basics, 'title.ratings': ratings, 'title.episode': place, 'title.akas': akas } = found;
  const [row] = basics ?? [];
  if (!row) return null;
  return {
    ...basicsOf(row),
    ...(ratings && ratingOf(ratings)),
    ...(place && placeOf(place)),
    ...(akas && { akas: akasOf(akas) }),
    ...creditsOf(found['title.principals'], found['title.crew']),
  };
};

export const peopleOf = (rows: Rows): ToldPerson[] =>
  firsts(
    rows.map(([id, name, birth, death, professions, knownFor]) => ({
      id: Number(id),
      name: textOf(name) ?? '',
      birthDate: textOf(birth),
      deathDate: textOf(death),
      professions: listOf(professions) ?? [],
      knownFor: (listOf(knownFor) ?? []).map(Number),
    })),
    ({ id }) => id,
  );

/** Whom a title's credits name. */
export const creditedIn = ({ credits, actors }: ToldTitle): number[] => [
  ...new Set((credits ?? actors ?? []).map(({ person }) => person)),
];
