import { languageCodes, regionCodes } from '#server/kernel/codes.ts';

/** IMDb's short and former names that are not those of the standard. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ USA: 'US', UK: 'GB', 'Hong Kong': 'HK', Macao: 'MO', Macau: 'MO', Turkey: 'TR', 'Czech Republic': 'CZ' },
  ...{ 'Ivory Coast': 'CI', 'Republic of Macedonia': 'MK', 'The Democratic Republic Of Congo': 'CD', Congo: 'CG' },
  ...{ Palestine: 'XPI', 'Occupied Palestinian Territory': 'XPI', 'West Germany': 'XWG', 'East Germany': 'DDDE' },
  ...{ 'Soviet Union': 'SUHH', Czechoslovakia: 'CSHH', Yugoslavia: 'XYU', 'Serbia and Montenegro': 'CSXX' },
  ...{ 'Federal Republic of Yugoslavia': 'YUCS', 'North Vietnam': 'VDVN', Burma: 'BUMM', Zaire: 'ZRCD', Korea: 'XKO' },
};
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ Mandarin: 'cmn', Tagalog: 'tl', None: 'zxx', Farsi: 'fa', 'Serbo-Croatian': 'sh', 'American Sign': 'ase' },
};

/** Spoken widely, or in films, and without a code of two letters. */
const THREE = ['ase', 'bho', 'ceb', 'ckb', 'fil', 'gsw', 'haw', 'hmn', 'mai', 'nap', 'nds', 'scn', 'tlh', 'yue'];

const fold = (name: string): string => name.toLowerCase().replaceAll('&', 'and').replaceAll('’', "'");

const tableOf = (
  type: 'region' | 'language',
  codes: readonly string[],
  more: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  const known = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[fold(name), code] as const];
  });
  return new Map([...known.toReversed(), ...Object.entries(more).map(([name, code]) => [fold(name), code] as const)]);
};

let countries: ReadonlyMap<string, string> | undefined;
let languages: ReadonlyMap<string, string> | undefined;

/** The code of a country by its English name; null where there is none of this name. */
export const countryOf = (name: string): string | null => {
  countries ??= tableOf('region', regionCodes(), COUNTRIES);
  return countries.get(fold(name)) ?? null;
};

/** The code of a language by its English name; null where there is none of this name. */
export const languageOf = (name: string): string | null => {
  languages ??= tableOf('language', [...languageCodes(), ...THREE], LANGUAGES);
  return languages.get(fold(name)) ?? null;
};
