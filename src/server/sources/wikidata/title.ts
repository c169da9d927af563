import type { TitleType } from '#contracts/catalog.ts';
import { ACTOR_ROLE, type CrewType, crewRole } from '#contracts/crew.ts';
import { type Answer, textOf } from '../answer.ts';
import { type ExternalId, isExternalId } from '../external-id.ts';
import type { CreditRecord, ToldTitle } from '../record.ts';
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
  quantityOf,
  saidOf,
  statementsOf,
  wordsOf,
} from './claims.ts';

/** What an item is (P31), the more special first. */
const TYPES: readonly (readonly [string, TitleType])[] = [
  ['Q21191270', 'E'],
  ['Q1259759', 'TVMS'],
  ['Q506240', 'TVM'],
  ['Q24862', 'SH'],
  ['Q7889', 'VG'],
  ['Q5398426', 'S'],
  ['Q581714', 'S'],
  ['Q63952888', 'S'],
  ['Q202866', 'M'],
  ['Q11424', 'M'],
];

/** Who made a title, by the property that says so. */
const CREW: Readonly<Record<string, readonly [CrewType, string | null]>> = {
  P57: ['DIRECTOR', null],
  P58: ['WRITER', null],
  P162: ['PRODUCER', null],
  P1431: ['PRODUCER', 'executive producer'],
  P86: ['COMPOSER', null],
  P344: ['CINEMATOGRAPHER', null],
  P1040: ['EDITOR', null],
  P2554: ['PRODUCTION_DESIGNER', null],
  P3174: ['ART_DIRECTOR', null],
  P2515: ['COSTUME_DESIGNER', null],
  P4805: ['MAKE_UP_DEPARTMENT', null],
};
const CAST = { P161: null, P725: 'voice' } as const;
const MINUTES = { Q7727: 1, Q25235: 60, Q11574: 1 / 60 } as const;

const GENRES = ['Action', 'Adventure', 'Animation', 'Biography', 'Comedy', 'Crime', 'Documentary', 'Drama', 'Family']
  .concat(['Fantasy', 'History', 'Horror', 'Music', 'Musical', 'Mystery', 'Romance', 'Sport', 'Thriller', 'War'])
  .concat(['Western']);
const SAID_GENRES: Readonly<Record<string, string>> = {
  ...{ 'science fiction': 'Sci-Fi', biographical: 'Biography', historical: 'History', romantic: 'Romance' },
  ...{ animated: 'Animation', 'film noir': 'Film-Noir', noir: 'Film-Noir', sports: 'Sport', "children's": 'Family' },
};

/** 'science fiction film' and the like by the words that the catalogue has; nothing for the finer ones. */
const genreOf = (label: string | null): readonly string[] => {
  const said = (label ?? '').toLowerCase();
  const bare = said.replace(/ (?:film|television series|series|movie)$/, '');
  const known = SAID_GENRES[said] ?? SAID_GENRES[bare] ?? GENRES.find((genre) => genre.toLowerCase() === bare);
  return known === undefined ? [] : [known];
};

/** The properties whose values are items that are read, too. */
export const TITLE_ITEMS: readonly string[] = [
  ...['P495', 'P364', 'P136', 'P915', 'P166', 'P1411', ...Object.keys(CREW), ...Object.keys(CAST)],
];
/** Qualifiers likewise: the part that is played, who won and who was named. */
export const TITLE_QUALIFIERS = ['P453', 'P1346', 'P2453'] as const;
/** Quantities whose units are read: currencies. */
export const TITLE_UNITS = { P2130: 'BUDGET', P2769: 'BUDGET', P2142: 'GROSS' } as const;

const codesOf = (item: Answer, property: string, items: Items, code: string, form: RegExp): readonly string[] => [
  ...new Set(
    itemsOf(item, property).flatMap((id) => {
      const said = firstOf(items.get(id) ?? {}, code, textOf);
      return said !== null && form.test(said) ? [said] : [];
    }),
  ),
];

const castOf = (item: Answer, items: Items): CreditRecord[] => {
  const lines = Object.entries(CAST).flatMap(([property, remark]) =>
    statementsOf(item, property).flatMap((statement) => {
      const person = ownKeyOf('name', items.get(itemOf(saidOf(statement)) ?? ''));
      const characters = [
        ...qualifiersOf(statement, 'P453').flatMap((part) => labelOf(items.get(itemOf(part) ?? '')) ?? []),
        ...qualifiersOf(statement, 'P4633').flatMap((name) => wordsOf(name) ?? []),
      ];
      return person === null ? [] : [{ person, remark, characters }];
    }),
  );
  return [...Map.groupBy(lines, ({ person }) => person)].map(([person, same], at) => {
    const characters = [...new Set(same.flatMap((line) => line.characters))];
    return {
      ...{ role: ACTOR_ROLE, ordering: at + 1, person, main: false, job: null, remark: same[0]?.remark ?? null },
      characters: characters.length > 0 ? characters : null,
    };
  });
};

const crewOf = (item: Answer, items: Items): CreditRecord[] => {
  const lines = Object.entries(CREW).flatMap(([property, [type, job]]) =>
    itemsOf(item, property).flatMap((id) => {
      const person = ownKeyOf('name', items.get(id));
      return person === null ? [] : [{ role: crewRole(type), person, job }];
    }),
  );
  const once = [...Map.groupBy(lines, ({ role, person }) => `${role} ${person}`).values()].flatMap((same) =>
    same.slice(0, 1),
  );
  return [...Map.groupBy(once, ({ role }) => role).values()].flatMap((same) =>
    same.map((line, at) => ({ ...line, ordering: at + 1, main: false, characters: null, remark: null })),
  );
};

const awardsOf = (item: Answer, items: Items) =>
  ([['P166', 'WON'] as const, ['P1411', 'NOMINATED'] as const] as const).flatMap(([property, outcome]) =>
    statementsOf(item, property).flatMap((statement) => {
      const award = labelOf(items.get(itemOf(saidOf(statement)) ?? ''));
      const [date] = qualifiersOf(statement, 'P585').map(dateOf);
      const named = [...qualifiersOf(statement, 'P1346'), ...qualifiersOf(statement, 'P2453')];
      const names = named.flatMap((one) => labelOf(items.get(itemOf(one) ?? '')) ?? []);
      return award === null
        ? []
        : [{ award, year: date ? Number(date.slice(0, 4)) : null, category: null, outcome, names }];
    }),
  );

const businessOf = (item: Answer, items: Items) =>
  Object.entries(TITLE_UNITS).flatMap(([property, type]) =>
    statementsOf(item, property).flatMap((statement) => {
      const { amount, unit } = quantityOf(saidOf(statement)) ?? { amount: Number.NaN, unit: null };
      const currency = firstOf(items.get(unit ?? '') ?? {}, 'P498', textOf);
      if (!Number.isSafeInteger(amount) || amount <= 0 || !/^[A-Z]{3}$/.test(currency ?? '')) return [];
      return [{ type, amount, currency, country: null, countryCode: null, date: null, remarks: null }];
    }),
  );

/** The earliest day on which it came out anywhere; what is less precise only where there is none. */
const releaseOf = (item: Answer): string | null => {
  const dates = ['P577', 'P580'].map((property) =>
    statementsOf(item, property).flatMap((statement) => dateOf(saidOf(statement)) ?? []),
  );
  const told = dates.find((list) => list.length > 0) ?? [];
  const year = told.map((date) => date.slice(0, 4)).toSorted()[0] ?? '';
  return (
    told.filter((date) => date.startsWith(year)).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null
  );
};

const typeOf = (item: Answer): TitleType | null => {
  const is = itemsOf(item, 'P31');
  return TYPES.find(([id]) => is.includes(id))?.[1] ?? null;
};

const idsOf = (item: Answer): readonly ExternalId[] => {
  const said = (site: ExternalId['site'], property: string): ExternalId[] => {
    const id = firstOf(item, property, textOf);
    return id === null ? [] : [{ site, id }];
  };
  return [
    ...[...said('tmdb', 'P4947'), ...said('tmdb', 'P4983')].slice(0, 1),
    ...said('tvdb', 'P4835'),
    ...[{ site: 'wikidata' as const, id: String(item.id) }],
  ].filter((id) => isExternalId('movie', id));
};

/** A title from its item and those that it names. */
export const titleOf = (id: number, item: Answer, items: Items): ToldTitle => {
  const [title, type, releaseDate] = [labelOf(item), typeOf(item), releaseOf(item)];
  const end = firstOf(item, 'P582', dateOf);
  const credits = [...castOf(item, items), ...crewOf(item, items)];
  return {
    id,
    ...(title !== null && { title }),
    ...(type !== null && { type }),
    originalTitle: firstOf(item, 'P1476', wordsOf),
    releaseDate,
    year: releaseDate === null ? null : Number(releaseDate.slice(0, 4)),
    endYear: end === null ? null : Number(end.slice(0, 4)),
    runtime: measureOf(item, 'P2047', MINUTES),
    genres: [...new Set(itemsOf(item, 'P136').flatMap((genre) => genreOf(labelOf(items.get(genre)))))],
    countries: codesOf(item, 'P495', items, 'P297', /^[A-Z]{2}$/),
    languages: codesOf(item, 'P364', items, 'P218', /^[a-z]{2}$/),
    credits,
    lists: {
      awards: awardsOf(item, items),
      business: businessOf(item, items),
      locations: itemsOf(item, 'P915').flatMap((place) => {
        const location = labelOf(items.get(place));
        return location === null ? [] : [{ location, remarks: null }];
      }),
    },
    ids: idsOf(item),
  };
};

/** The items of the people whom a title credits. */
export const creditedIn = (item: Answer): readonly string[] => [
  ...new Set(
    [...Object.keys(CAST), ...Object.keys(CREW)].flatMap((property) =>
      statementsOf(item, property).flatMap((statement) => itemOf(saidOf(statement)) ?? []),
    ),
  ),
];
