import type { Title } from '#contracts/catalog.ts';
import type { Name } from '#contracts/people.ts';
import { languageTag } from '#server/kernel/language.ts';
import { languagesOfRegions } from '#server/modules/catalog/language.rules.ts';
import { languageBy } from './regions.map.ts';
import { isCountry } from './values.map.ts';

type Aka = NonNullable<Title['akas']>[number];

let spokenIn: ReadonlyMap<string, string> | undefined;
/** The language that a name is in; where that is not said, the one that most people of its country speak. */
const languageOf = ({ languageCode, countryCode }: Aka): string => {
  spokenIn ??= languagesOfRegions();
  return languageCode ?? spokenIn.get(countryCode ?? '') ?? '';
};

/** Kinds of names that a title goes by; any other remark is of a longer form, a transcription, a working title. */
const USUAL: ReadonlySet<string> = new Set(['', 'imdbDisplay', 'original', 'dvd', 'tv', 'video']);
/** Names of discs and broadcasts are for countries that have no other one. */
const SHOWN: ReadonlySet<string> = new Set(['', 'imdbDisplay']);
const kindsOf = ({ comment }: Aka): readonly string[] => (comment ?? '').split(', ');
const isUsual = (aka: Aka): boolean => kindsOf(aka).every((kind) => USUAL.has(kind));
const lateness = (aka: Aka): number => Number(!kindsOf(aka).some((kind) => SHOWN.has(kind)));

interface Place {
  readonly language: string;
  readonly country: string;
}
interface Translated<Data> extends Place {
  readonly data: Data;
}

const byPlace = ({ language, country }: Place): string => `${language}-${country}`;
const placeOf = (code: string): Place => {
  const { language, region } = new Intl.Locale(code).maximize();
  return { language, country: region ?? '' };
};
const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code);

interface Text {
  readonly languageCode: string;
  readonly text: string;
}
/** The text in the language: first that of the very country, then that of none. */
const textIn = (texts: readonly Text[], { language, country }: Place): string => {
  const same = texts
    .map(({ languageCode, text }) => ({ locale: new Intl.Locale(languageCode), text }))
    .filter(({ locale }) => locale.language === language);
  const of = (region: string | undefined) => same.find(({ locale }) => locale.region === region);
  return (of(country) ?? of(undefined) ?? same[0])?.text ?? '';
};

const row = <Data>({ language, country, data }: Translated<Data>) => {
  const { iso_639_1, name, english_name } = languageBy(language);
  return { iso_3166_1: country, iso_639_1, name, english_name, data };
};
/** Those whose language can be read: an editor may have written any. */
const textsOf = <From extends { readonly languageCode: string }>(rows: readonly From[], of: (from: From) => string) =>
  rows.flatMap((from): readonly Text[] => {
    const languageCode = languageTag(from.languageCode);
    return languageCode === null ? [] : [{ languageCode, text: of(from) }];
  });
/** Where texts are at home whose languages no other row has. */
const placesOf = (texts: readonly Text[], taken: readonly Place[]): readonly Place[] => {
  const places = new Map(texts.map(({ languageCode }) => [byPlace(placeOf(languageCode)), placeOf(languageCode)]));
  return [...places.values()].filter(
    ({ language }) => isLanguage(language) && !taken.some((one) => one.language === language),
  );
};

/** What a title is called in a language of a country, once each, and how it is told there. */
export const translationsOf = <Key extends 'title' | 'name'>({ akas = [], plots = [] }: Title, key: Key) => {
  const texts = textsOf(plots, ({ plot }) => plot);
  const named = akas
    .filter((aka) => isCountry(aka.countryCode) && isLanguage(languageOf(aka)) && isUsual(aka))
    .toSorted((a, b) => lateness(a) - lateness(b) || a.ordering - b.ordering)
    .map((aka) => ({ language: languageOf(aka), country: aka.countryCode ?? '', called: aka.title }));
  const once = [...Map.groupBy(named, byPlace).values()].flatMap((same) => same.slice(0, 1));
  const told = placesOf(texts, once).map((place) => ({ ...place, called: '' }));
  return {
    translations: [...once, ...told].map(({ called, ...place }) => {
      const data = { overview: textIn(texts, place), homepage: '', tagline: '' };
      return row({ ...place, data: { [key]: called, ...data } as Record<Key, string> & typeof data });
    }),
  };
};

/** How a person is told of in other languages. */
export const biographiesOf = ({ biographies = [] }: Name) => {
  const texts = textsOf(biographies, ({ biography }) => biography);
  return {
    translations: placesOf(texts, []).map((place) => row({ ...place, data: { biography: textIn(texts, place) } })),
  };
};
