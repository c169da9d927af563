import type { Static } from 'typebox';
import type { TmdbCountries, TmdbLanguages } from '#contracts/tmdb.shapes.ts';
import { languageCodes, regionCodes } from '#server/kernel/codes.ts';

let languages: Static<typeof TmdbLanguages> | undefined;
let countries: Static<typeof TmdbCountries> | undefined;

/** With a capital letter, as names stand in lists, in the scripts that begin so. */
const begun = (name: string, code: string): string =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(name)
    ? `${name.charAt(0).toLocaleUpperCase(code)}${name.slice(1)}`
    : name;

const readLanguages = (): Static<typeof TmdbLanguages> => {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languageCodes().flatMap((code) => {
    const name = english.of(code);
    const isKnown = Intl.DisplayNames.supportedLocalesOf(code).length > 0;
    const own = isKnown ? new Intl.DisplayNames(code, { type: 'language' }).of(code) : undefined;
    return name === undefined ? [] : [{ iso_639_1: code, english_name: name, name: begun(own ?? '', code) }];
  });
};

/** Languages by their codes, with their names in English and in themselves. */
export const languagesOf = (): Static<typeof TmdbLanguages> => {
  languages ??= readLanguages();
  return languages;
};

/** A language by its code, with its name in itself where that is known, else in English. */
export const languageBy = (code: string) => {
  const known = languagesOf().find(({ iso_639_1 }) => iso_639_1 === code);
  const english_name = known?.english_name ?? '';
  return { english_name, iso_639_1: code, name: known?.name || english_name };
};

/** What has a code beside the countries: unions, and what is not known. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'ZZ', 'XA', 'XB']);

/** Countries by their codes. */
export const countriesOf = (): Static<typeof TmdbCountries> => {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  countries ??= regionCodes().flatMap((code) => {
    const name = NO_COUNTRY.has(code) ? undefined : english.of(code);
    return name === undefined ? [] : [{ iso_3166_1: code, english_name: name, native_name: name }];
  });
  return countries;
};
