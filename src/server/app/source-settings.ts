import { isEmail } from '#contracts/email.ts';

/** What the environment says of the services that records are fetched from. */
export interface SourceSettings {
  readonly tmdb: { readonly baseUrl: string; readonly token: string | undefined };
  readonly omdb: { readonly baseUrl: string; readonly key: string | undefined };
  readonly wikidata: { readonly baseUrl: string; readonly contact: string | undefined };
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

export const readSourceSettings = ({ text, url, problems }: Reader): SourceSettings => {
  const contact = text('WIKIDATA_CONTACT');
  if (contact !== undefined && !isContact(contact))
    problems.push(`WIKIDATA_CONTACT must be an email address or the address of a page, not '${contact}'`);
  return {
    tmdb: { baseUrl: url('TMDB_BASE_URL') ?? 'https://api.themoviedb.org/3', token: text('TMDB_TOKEN') },
    omdb: { baseUrl: url('OMDB_BASE_URL') ?? 'https://www.omdbapi.com', key: text('OMDB_KEY') },
    wikidata: { baseUrl: url('WIKIDATA_BASE_URL') ?? 'https://www.wikidata.org', contact },
  };
};
