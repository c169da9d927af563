import { isEmail } from '#contracts/email.ts';

/** What the environment says of the services that records are fetched from. */
export interface SourceSettings {
  readonly tmdb: { readonly baseUrl: string; readonly token: string | undefined };
  readonly omdb: { readonly baseUrl: string; readonly key: string | undefined };
  readonly wikidata: { readonly baseUrl: string; readonly queryUrl: string; readonly contact: string | undefined };
  /** `{language}` stands in it for a language. */
  readonly wikipedia: { readonly baseUrl: string };
}

export interface Reader {
  /** The value of a setting; nothing where it is empty. */
  readonly text: (key: string) => string | undefined;
  /** The address that a setting names; nothing where it names none. */
  readonly url: (key: string) => string | undefined;
  readonly problems: string[];
}

/** Something that stands within the brackets of a header and reaches somebody. */
const isContact = (text: string): boolean =>
  isEmail(text) || (/^https?:\/\/[!-'*-~]+$/.test(text) && URL.canParse(text));

const protocolOf = (text: string): string => (URL.canParse(text) ? new URL(text).protocol : '');

export const readSourceSettings = ({ text, url, problems }: Reader): SourceSettings => {
  const contact = text('WIKIDATA_CONTACT');
  if (contact !== undefined && !isContact(contact))
    problems.push(`WIKIDATA_CONTACT must be an email address or the address of a page, not '${contact}'`);
  const wikipedia = text('WIKIPEDIA_BASE_URL') ?? 'https://{language}.wikipedia.org';
  if (!wikipedia.includes('{language}') || !/^https?:$/.test(protocolOf(wikipedia.replace('{language}', 'de'))))
    problems.push(`WIKIPEDIA_BASE_URL must be an http(s) address with {language} in it, not '${wikipedia}'`);
  return {
    tmdb: { baseUrl: url('TMDB_BASE_URL') ?? 'https://api.themoviedb.org/3', token: text('TMDB_TOKEN') },
    omdb: { baseUrl: url('OMDB_BASE_URL') ?? 'https://www.omdbapi.com', key: text('OMDB_KEY') },
    wikidata: {
      baseUrl: url('WIKIDATA_BASE_URL') ?? 'https://www.wikidata.org',
      queryUrl: url('WIKIDATA_QUERY_URL') ?? 'https://query.wikidata.org/sparql',
      contact,
    },
    wikipedia: { baseUrl: wikipedia },
  };
};
