import { TITLE_TYPES, type TitleType } from '#contracts/catalog.ts';
import { COUNTRY_CODES, COUNTRY_FORM, LANGUAGE_CODES, LANGUAGE_FORM } from '#contracts/codes.ts';
import { CREW_TYPES, type CrewType, crewRole } from '#contracts/crew.ts';
import { DISCOVER_SORTS, type DiscoverSort, FACETS, type Facet } from '#contracts/search.ts';
import { invalid } from '#server/kernel/failure.ts';
import { foldText } from '#server/kernel/fold.ts';
import { requireId } from '#server/kernel/ids.ts';
import { any, lexeme } from './words.rules.ts';

export interface DiscoverAsk {
  readonly type?: string;
  readonly genre?: string;
  readonly genreNot?: string;
  readonly country?: string;
  readonly language?: string;
  readonly keyword?: string;
  readonly person?: string;
  readonly role?: string;
  readonly yearFrom?: number;
  readonly yearTo?: number;
  readonly ratingFrom?: number;
  readonly ratingTo?: number;
  readonly votesFrom?: number;
  readonly runtimeFrom?: number;
  readonly runtimeTo?: number;
  readonly rated?: string;
  readonly sort?: DiscoverSort | `-${DiscoverSort}`;
  readonly facets?: string;
  readonly cursor?: string;
  readonly regs?: number;
}

type ListName = 'type' | 'genre' | 'genreNot' | 'country' | 'language' | 'keyword' | 'person' | 'rated' | 'facets';
type Groups = readonly (readonly string[])[];

const CODES: Readonly<Partial<Record<ListName, { readonly form: RegExp; readonly words: string }>>> = {
  country: { form: new RegExp(COUNTRY_FORM), words: `a country is a code like ${COUNTRY_CODES}` },
  language: { form: new RegExp(LANGUAGE_FORM), words: `a language is a code like ${LANGUAGE_CODES}` },
};

const itemsOf = (name: ListName, text: string, separator: string): readonly string[] => {
  const items = text.split(separator).map((one) => one.trim());
  if (items.includes('')) throw invalid(name, 'has an empty item');
  const code = CODES[name];
  const odd = code && items.find((one) => !code.form.test(one));
  if (odd !== undefined) throw invalid(name, `takes no '${odd.slice(0, 40)}': ${code?.words}`);
  return items;
};

/** A list as groups, all of which are meant and any item of each: `a,b` is two groups, `a|b` is one; none when nothing is said. */
export const groupsOf = (name: ListName, text: string | undefined): Groups => {
  if (text === undefined) return [];
  if (text.includes(',') && text.includes('|')) throw invalid(name, 'takes commas or bars, not both');
  return text.includes('|') ? [itemsOf(name, text, '|')] : itemsOf(name, text, ',').map((one) => [one]);
};

const typeOf = (text: string): TitleType => {
  const type = TITLE_TYPES.find((one) => one === text.toUpperCase());
  if (!type) throw invalid('type', `takes no '${text.slice(0, 40)}', but ${TITLE_TYPES.join(', ')}`);
  return type;
};
export const typeGroups = (text: string | undefined): readonly (readonly TitleType[])[] =>
  groupsOf('type', text).map((group) => group.map(typeOf));

/** The types that fulfil a list, each once: none for `M,S`, as a title has one type. All types when nothing is said. */
export const typesOf = (text: string | undefined): readonly TitleType[] => {
  const groups = typeGroups(text);
  return TITLE_TYPES.filter((type) => groups.every((group) => group.includes(type)));
};

const tag = (letter: string, value: string): string => lexeme(`@${letter}:${value}`);
const tagged = (letter: string, groups: Groups, form: (value: string) => string): string[] =>
  groups.map((group) => any(group.map((value) => tag(letter, form(value)))));

/** As the tags are: only A to Z. */
export const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The years that are meant where one end is not said. */
export const YEARS = { first: 1800, last: 2200 } as const;

/** Years as tags: whole decades where they are whole, single years at the ends. */
const yearTags = (from: number = YEARS.first, to: number = YEARS.last): string => {
  const tags: string[] = [];
  for (let year = from; year <= to; ) {
    if (year % 10 === 0 && year + 9 <= to) {
      tags.push(tag('d', String(year / 10)));
      year += 10;
    } else {
      tags.push(tag('y', String(year)));
      year += 1;
    }
  }
  return tags.length > 0 ? any(tags) : tag('y', 'none');
};

const steps = (letter: string, from: number, to: number): string =>
  from > to
    ? tag(letter, 'none')
    : any(Array.from({ length: to - from + 1 }, (_, at) => tag(letter, String(from + at))));

/** The step of a rating, which the database rounds to a real before it compares. */
const wholeOf = (rating: number): number => Math.floor(Math.fround(rating));

/** A list of tags any of which will do is longer than this: the index takes longer to put it together than it saves. */
const LONG = 12;

/** Types and genres as the tags that have both, which are rarer than either; null where that is none, or too many. */
const pairTags = ({ type, genre }: DiscoverAsk): readonly string[] | null => {
  const [types, ...others] = typeGroups(type);
  const genres = groupsOf('genre', genre);
  if (!types || others.length > 0 || genres.length === 0) return null;
  const pairs = genres.map((group) => types.flatMap((one) => group.map((name) => tag('b', lower(`${one}:${name}`)))));
  return pairs.every(({ length }) => length <= LONG) ? pairs.map(any) : null;
};

/** The filters as tags of a document: exact but for ratings, votes and runtimes, whose tags are steps. */
export const tagsOf = (ask: DiscoverAsk, hasPairs: boolean): readonly string[] => [
  ...((hasPairs ? pairTags(ask) : null) ?? [
    ...tagged('t', typeGroups(ask.type), (type) => type),
    ...tagged('g', groupsOf('genre', ask.genre), lower),
  ]),
  ...(ask.genreNot === undefined ? [] : [`!(${tagged('g', groupsOf('genreNot', ask.genreNot), lower).join(' & ')})`]),
  ...tagged('c', groupsOf('country', ask.country), lower),
  ...tagged('l', groupsOf('language', ask.language), lower),
  ...tagged('k', groupsOf('keyword', ask.keyword), foldText),
  ...tagged('r', groupsOf('rated', ask.rated), lower),
  ...(ask.yearFrom !== undefined || ask.yearTo !== undefined ? [yearTags(ask.yearFrom, ask.yearTo)] : []),
  ...(ask.ratingFrom !== undefined || ask.ratingTo !== undefined
    ? [steps('q', wholeOf(ask.ratingFrom ?? 0), wholeOf(ask.ratingTo ?? 10))]
    : []),
  ...(ask.votesFrom ? [steps('v', String(ask.votesFrom).length, 10)] : []),
  ...(ask.runtimeFrom !== undefined || ask.runtimeTo !== undefined
    ? [
        steps(
          'm',
          Math.min(Math.floor((ask.runtimeFrom ?? 0) / 30), 20),
          Math.min(Math.floor((ask.runtimeTo ?? 600) / 30), 20),
        ),
      ]
    : []),
];

const lexemesIn = (tags: string): readonly string[] => tags.match(/'(?:[^']|'')+'/g) ?? [];

type Shares = ReadonlyMap<string, number>;

/** How large a part of the titles has any of the tags in a list, were they independent of each other. */
const shareOfAny = (tags: string, shares: Shares): number => {
  const known = lexemesIn(tags).map((text) => shares.get(text.slice(1, -1).replaceAll("''", "'")) ?? 0);
  return Math.min(
    1,
    known.reduce((sum, one) => sum + one, 0),
  );
};

/** So much of the titles at most may have the tags of a long list that the index is asked for. */
const FEW_TITLES = 0.1;

/**
 * The tags that documents are found by. Long lists that many titles have, as of years or runtimes, are left out where others
 * narrow it down: the ranges decide on them anyway.
 */
export const foundBy = (tags: readonly string[], shares: Shares): readonly string[] => {
  const short = tags.filter(
    (one) => one.startsWith('!') || lexemesIn(one).length <= LONG || shareOfAny(one, shares) <= FEW_TITLES,
  );
  return short.some((one) => !one.startsWith('!')) ? short : tags;
};

/** The tags of which every title has one that has a value for the sort. */
const VALUED: Readonly<Partial<Record<DiscoverSort, string>>> = {
  ...{ votes: '@v:', rating: '@q:', year: '@d:', releaseDate: '@p:' },
};

/** How large a part of the titles, or of those with a value for the sort, has all of these tags, were they independent of each other. */
export const shareOf = (tags: readonly string[], sort: DiscoverSort | null, shares: Shares): number => {
  const all = tags.reduce((product, one) => {
    const any = shareOfAny(one, shares);
    return product * (one.startsWith('!') ? 1 - any : any);
  }, 1);
  const prefix = sort === null ? undefined : VALUED[sort];
  const having = prefix === undefined ? [] : [...shares].filter(([tag]) => tag.startsWith(prefix));
  const valued = Math.min(
    1,
    having.reduce((sum, [, share]) => sum + share, prefix === undefined ? 1 : 0),
  );
  return valued === 0 ? all : Math.min(1, all / valued);
};

const roleOf = (role: string): number => {
  const name = role.trim().toUpperCase();
  if (name === 'ACTOR') return 0;
  const type = CREW_TYPES.find((one): one is CrewType => one === name);
  if (!type) throw invalid('role', `must be ACTOR or one of ${CREW_TYPES.join(', ')}`);
  return crewRole(type);
};

/** Who must have worked on a title: someone of each group, in the role when one is named. */
export const peopleOf = (ask: DiscoverAsk): { groups: readonly (readonly number[])[]; role: number | null } => {
  const groups = groupsOf('person', ask.person).map((group) => group.map((id) => requireId('name', id, 'person').key));
  if (ask.role !== undefined && groups.length === 0)
    throw invalid('role', 'says what a person did; name the person too');
  return { groups, role: ask.role === undefined ? null : roleOf(ask.role) };
};

export const facetsOf = (text: string | undefined): readonly Facet[] =>
  (text === undefined ? [] : itemsOf('facets', text, ',')).map((name) => {
    const facet = FACETS.find((one) => one === name);
    if (!facet) throw invalid('facets', `takes no '${name.slice(0, 40)}', but ${FACETS.join(', ')}`);
    return facet;
  });

export interface Order {
  readonly sort: DiscoverSort;
  readonly upwards: boolean;
}

export const orderOf = (sort: DiscoverAsk['sort'] = 'popularity'): Order => {
  const name = DISCOVER_SORTS.find((one) => one === sort.replace('-', '')) ?? 'popularity';
  return { sort: name, upwards: (name === 'title') !== sort.startsWith('-') };
};

/** Where the next page begins: after this value and id; a null value stands among the titles without one, which come last. */
export interface Position {
  readonly value: string | number | null;
  readonly id: number;
}
