/** What the tests of TMDB's clients call of them. */

type Json = Readonly<Record<string, unknown>>;
interface Page {
  readonly results: readonly Json[];
  readonly total_results: number;
}
type Call<Answer = Json> = (wanted: unknown) => Promise<Answer>;

/** Of `moviedb-promise`. */
export interface MovieDbClient {
  readonly configuration: () => Promise<{ images: { base_url: string } }>;
  readonly movieInfo: Call<Json & { credits: { cast: readonly Json[] } }>;
  readonly movieCredits: Call<{ cast: readonly Json[] }>;
  readonly movieWatchProviders: Call;
  readonly tvInfo: Call;
  readonly seasonInfo: Call<{ episodes: readonly Json[] }>;
  readonly episodeInfo: Call;
  readonly personInfo: Call;
  readonly personCombinedCredits: Call<{ cast: readonly Json[] }>;
  readonly find: Call<{ movie_results: readonly Json[] }>;
  readonly searchMovie: Call<Page>;
  readonly searchMulti: Call<Page>;
  readonly discoverMovie: Call<Page>;
  readonly moviePopular: Call<Page>;
  readonly upcomingMovies: Call<Page>;
  readonly trending: Call<Page>;
  readonly genreMovieList: () => Promise<{ genres: readonly Json[] }>;
}

/** Of `tmdb-ts`. */
export interface TmdbTs {
  readonly movies: { readonly details: (id: number, append?: readonly string[]) => Promise<Json> };
  readonly tvShows: { readonly details: (id: number) => Promise<Json> };
  readonly search: { readonly movies: Call<Page>; readonly people: Call<Page> };
}

/** Of `@plotwist_app/tmdb`. */
type ById<Answer = Json> = (id: number, language: string) => Promise<Answer>;
type List = (wanted: { readonly list: string; readonly language: string; readonly page: number }) => Promise<Page>;
export interface Plotwist {
  readonly movies: {
    readonly details: ById;
    readonly list: List;
    readonly discover: (wanted: object) => Promise<Page>;
    readonly related: (id: number, type: string, language: string) => Promise<Page>;
  };
  readonly tv: { readonly details: ById; readonly list: List };
  readonly season: {
    readonly details: (id: number, season: number, language: string) => Promise<Json>;
    readonly watchProviders: (id: number, season: number) => Promise<Json>;
  };
  readonly episodes: { readonly credits: (id: number, season: number, episode: number) => Promise<Json> };
  readonly person: { readonly details: ById; readonly combinedCredits: ById<{ cast: readonly Json[] }> };
  readonly credits: (of: 'movie', id: number, language: string) => Promise<{ cast: readonly Json[] }>;
  readonly images: (of: 'movie', id: number) => Promise<Json>;
  readonly keywords: (of: 'movie' | 'tv', id: number) => Promise<readonly Json[]>;
  readonly videos: (of: 'movie', id: number) => Promise<Json>;
  readonly genres: (of: 'movie', language: string) => Promise<Json>;
  readonly search: { readonly multi: (query: string, language: string) => Promise<Page> };
  readonly watchProviders: {
    readonly item: (of: 'movie', id: number) => Promise<Json>;
    readonly list: (of: 'movie' | 'tv', wanted: { readonly language: string }) => Promise<readonly Json[]>;
    readonly regions: (wanted: { readonly language: string }) => Promise<readonly Json[]>;
  };
  readonly languages: () => Promise<readonly Json[]>;
}
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
