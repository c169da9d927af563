interface Country {
  readonly country: string;
  readonly countryCode: string;
}
interface Language {
  readonly language: string;
  readonly languageCode: string;
}

/** What OMDb calls otherwise than we do, by code. */
const COUNTRIES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macao', TR: 'Turkey' };
const LANGUAGES: Readonly<Record<string, string>> = { cmn: 'Mandarin' };

export const countryName = ({ country, countryCode }: Country): string =>
  COUNTRIES[countryCode] ?? country.replaceAll(' & ', ' and ');

export const languageName = ({ language, languageCode }: Language): string => LANGUAGES[languageCode] ?? language;
