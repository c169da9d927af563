import { imdbId } from '#server/kernel/ids.ts';
import { type Answer, listOf, objectOf, textOf, textsOf } from '../answer.ts';
import { type ExternalId, isExternalId } from '../external-id.ts';
import type { ToldPerson } from '../record.ts';
import {
  dateOf,
  firstOf,
  type Items,
  itemOf,
  itemsOf,
  labelOf,
  measureOf,
  ownKeyOf,
  qualifiersOf,
  saidOf,
  statementsOf,
  wordsOf,
} from './claims.ts';

const FEMALE = ['Q6581072', 'Q1052281'];
const CENTIMETRES = { Q174728: 1, Q11573: 100, Q3710: 30.48, Q218593: 2.54 } as const;

/** Occupations (P106) by the words that the catalogue has for professions. */
const PROFESSIONS: readonly (readonly [RegExp, string])[] = [
  [/\bact(?:or|ress)$/, 'actor'],
  [/(?:^|film |television |theat(?:er|re) )director$/, 'director'],
  [/screenwriter|^writer$|playwright|author/, 'writer'],
  [/producer$/, 'producer'],
  [/composer$/, 'composer'],
  [/cinematographer|director of photography/, 'cinematographer'],
  [/film editor/, 'editor'],
  [/production designer/, 'production_designer'],
  [/casting director/, 'casting_director'],
  [/costume designer/, 'costume_designer'],
  [/stunt/, 'stunts'],
];

export const PERSON_ITEMS: readonly string[] = ['P19', 'P20', 'P26', 'P106'];
/** How a marriage ended. */
export const PERSON_QUALIFIERS = ['P1534'] as const;
/** Of a place: its country. */
export const COUNTRY = 'P17';

const placeOf = (person: Answer, property: string, items: Items): string | null => {
  const place = items.get(itemsOf(person, property)[0] ?? '');
  const name = labelOf(place);
  const country = place && labelOf(items.get(itemsOf(place, COUNTRY)[0] ?? ''));
  return name !== null && country && country !== name ? `${name}, ${country}` : name;
};

const professionsOf = (person: Answer, items: Items): readonly string[] => {
  const isFemale = itemsOf(person, 'P21').some((id) => FEMALE.includes(id));
  const known = itemsOf(person, 'P106').flatMap((id) => {
    const label = labelOf(items.get(id)) ?? '';
    const profession = PROFESSIONS.find(([words]) => words.test(label.toLowerCase()))?.[1];
    return profession === undefined ? [] : [profession === 'actor' && isFemale ? 'actress' : profession];
  });
  return [...new Set(known)];
};

const marriagesOf = (person: Answer, items: Items) =>
  statementsOf(person, 'P26').flatMap((statement) => {
    const spouse = items.get(itemOf(saidOf(statement)) ?? '');
    const [name, key] = [labelOf(spouse), ownKeyOf('name', spouse)];
    const dateIn = (property: string): string | null => qualifiersOf(statement, property).map(dateOf)[0] ?? null;
    const [end] = qualifiersOf(statement, 'P1534').map((cause) => labelOf(items.get(itemOf(cause) ?? '')));
    if (name === null) return [];
    const imdb = key === null ? null : imdbId('name', key);
    const [dateFrom, dateTo] = [dateIn('P580'), dateIn('P582')];
    return [{ name, imdbId: imdb, status: end ?? null, dateFrom, dateTo, childrens: null }];
  });

const namesOf = (person: Answer, property: string): readonly string[] =>
  textsOf(statementsOf(person, property).map((statement) => wordsOf(saidOf(statement))));

const aliasesOf = (person: Answer): readonly string[] =>
  textsOf(listOf(objectOf(person.aliases).en).map(({ value }) => value));

/** A person from their item and those that it names. */
export const personOf = (id: number, person: Answer, items: Items): ToldPerson => {
  const name = labelOf(person);
  const number = firstOf(person, 'P4985', textOf);
  const ids: readonly ExternalId[] = [
    ...(number === null ? [] : [{ site: 'tmdb' as const, id: number }]),
    { site: 'wikidata', id: String(person.id) },
  ];
  const alternative = [...new Set([...namesOf(person, 'P742'), ...namesOf(person, 'P1559'), ...aliasesOf(person)])];
  return {
    id,
    ...(name !== null && { name }),
    birthName: firstOf(person, 'P1477', wordsOf),
    birthDate: firstOf(person, 'P569', dateOf),
    birthPlace: placeOf(person, 'P19', items),
    deathDate: firstOf(person, 'P570', dateOf),
    deathPlace: placeOf(person, 'P20', items),
    height: measureOf(person, 'P2048', CENTIMETRES),
    professions: professionsOf(person, items),
    lists: {
      alternative: alternative.filter((one) => one !== name).map((alternateName) => ({ alternateName })),
      nicknames: namesOf(person, 'P1449').map((nickname) => ({ nickname })),
      marriages: marriagesOf(person, items),
    },
    ids: ids.filter((one) => isExternalId('name', one)),
  };
};

/** A file at Commons has a licence of its own. */
export const photoOf = (person: Answer): string | null => firstOf(person, 'P18', textOf);
