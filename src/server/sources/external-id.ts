import { imdbId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';

/** Sites whose ids are known. */
export const SITES = ['imdb', 'tmdb', 'tvdb', 'wikidata'] as const;
export type Site = (typeof SITES)[number];
/** Those whose ids are not ours. */
export type OtherSite = Exclude<Site, 'imdb'>;

/** Among which of a site's numbers one is: TMDB and TheTVDB begin anew for each of these. Wikidata has items only. */
export const SPACES = ['film', 'series', 'episode', 'person', 'item'] as const;
export type Space = (typeof SPACES)[number];

/** What a site calls a title or a person, as the site writes it: `tt0068646`, `238`, `Q47703`. IMDb's ids are ours. */
export interface ExternalId {
  readonly site: Site;
  readonly id: string;
}

/** What another site calls a record, and among which of its numbers. */
export interface PlacedId {
  readonly site: OtherSite;
  readonly space: Space;
  readonly id: string;
}

/** A record of ours by its key. */
export const ownId = (kind: RecordKind, key: number): ExternalId => ({ site: 'imdb', id: imdbId(kind, key) });

/** Numbers at TMDB and TheTVDB are positive and fit 32 bits with a sign. */
const LARGEST = 2_147_483_647;
const isNumber = (id: string): boolean => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= LARGEST;

const FORMS: Readonly<Record<Site, (id: string, kind: RecordKind) => boolean>> = {
  imdb: (id, kind) => {
    const parsed = parseImdbId(id);
    return parsed?.kind === kind && parsed.canonical === id;
  },
  tmdb: isNumber,
  tvdb: isNumber,
  wikidata: (id) => /^Q[1-9]\d{0,11}$/.test(id),
};

/** Whether a site can have such an id for a record of this kind. */
export const isExternalId = (kind: RecordKind, { site, id }: ExternalId): boolean => FORMS[site](id, kind);
