/** What the console asks for: a record and the parts of it that come along. */
export interface Wanted {
  readonly imdbId: string;
  readonly parts: readonly string[];
}

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The parts that can be ticked, of titles and of people. */
export const TITLE_PARTS = ['genres', 'actors', 'crew', 'akas', 'keywords', 'countries', 'quotes', 'trivias'] as const;
export const NAME_PARTS = ['filmographies', 'alternative', 'nicknames', 'trade-marks', 'quotes', 'trivias'] as const;

/** What stands in a sample for the token that a visitor does not have yet. */
export const NO_TOKEN = 'YOUR_TOKEN';

const isName = (imdbId: string): boolean => imdbId.startsWith('nm');

export const partsOf = (imdbId: string): readonly string[] => (isName(imdbId) ? NAME_PARTS : TITLE_PARTS);

/** An id as it was typed or pasted, an IMDb address included; null when there is none in it. */
export const idIn = (text: string): string | null => {
  const found = /(?:^|\/)((?:tt|nm)\d{7,10})\/?(?:[?#].*)?$/i.exec(text.trim());
  return found?.[1]?.toLowerCase() ?? null;
};

const includeOf = ({ imdbId, parts }: Wanted): string => {
  const known = partsOf(imdbId).filter((part) => parts.includes(part));
  return known.length === 0 ? '' : `?include=${known.join(',')}`;
};

/** The call of the data API. */
export const apiPath = (wanted: Wanted): string =>
  `/api/v1/${isName(wanted.imdbId) ? 'name' : 'movie'}/${wanted.imdbId}${includeOf(wanted)}`;

/** The same answer without a token, for records of the carousels. */
export const tryPath = (wanted: Wanted): string => `/api/public/try/${wanted.imdbId}${includeOf(wanted)}`;

/** Between double quotes a shell reads these as its own. */
const forShell = (address: string): string =>
  address.replace(/[$`!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The call as one line of a shell. */
export const curlOf = (token: string, address: string): string =>
  `curl -H "Authorization: Bearer ${token}" "${forShell(address)}"`;

/** The call as a program writes it; each in four lines or fewer. */
export const sampleIn = (language: Language, wanted: Wanted, origin: string, token: string): string => {
  const address = `${origin}${apiPath(wanted)}`;
  if (language === 'curl') return `curl -H "Authorization: Bearer ${token}" \\\n  "${address}"`;
  if (language === 'JavaScript')
    return [
      `const answer = await fetch("${address}", {`,
      `  headers: { Authorization: "Bearer ${token}" },`,
      '});',
      'const { data } = await answer.json();',
    ].join('\n');
  return [
    'import requests',
    `answer = requests.get("${address}",`,
    `    headers={"Authorization": "Bearer ${token}"})`,
    'data = answer.json()["data"]',
  ].join('\n');
};
