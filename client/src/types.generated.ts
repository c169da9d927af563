// Made by scripts/make-client.ts from the descriptors in src/contracts: change those, and make it anew.

import type { Call, FeedOptions, ListCall, Nothing, Page, Picture, RecordCall, StreamCall } from './types.ts';

/** Why the service refuses a call. */
export type Reason =
  /** The id is not tt or nm followed by 7 to 10 digits, or is of the wrong kind for this address. */
  | 'malformed_id'
  /** A parameter is unknown, missing, or of the wrong form; details names each. */
  | 'invalid_parameter'
  /** The body is not the JSON that the call takes; details names each field. */
  | 'invalid_body'
  /** The cron expression fires more often than every 10 seconds. */
  | 'cron_too_frequent'
  /** The cron expression never fires within its bounds. */
  | 'cron_never'
  /** No API token was sent. */
  | 'token_missing'
  /** The API token is not known. */
  | 'token_invalid'
  /** The API token has been disabled. */
  | 'token_disabled'
  /** The key of this API token has expired; its owner can give it a later end. */
  | 'token_expired'
  /** Email or password is wrong. */
  | 'sign_in_failed'
  /** No session token was sent. */
  | 'session_missing'
  /** You are signed out; sign in again. */
  | 'session_invalid'
  /** The session has expired; sign in again. */
  | 'session_expired'
  /** The sign-in is a while ago: the current password is needed too. */
  | 'recent_sign_in_needed'
  /** The request does not come from a page of this site. */
  | 'anti_forgery'
  /** A code of the second factor is needed. */
  | 'second_factor_needed'
  /** The code is wrong, or was used already. */
  | 'second_factor_wrong'
  /** The second factor is turned on already. */
  | 'second_factor_on'
  /** There is no second factor. */
  | 'second_factor_off'
  /** A code of the second factor is needed too. */
  | 'code_needed'
  /** The account has no password: sign in again, and do it within 15 minutes. */
  | 'sign_in_again'
  /** This was used up, has taken too long, or was begun in another browser: begin again. */
  | 'identity_flow'
  /** The provider has not let you in. */
  | 'identity_denied'
  /** What the provider has answered is not what was asked for: begin again. */
  | 'identity_refused'
  /** The provider does not say that your email is confirmed, so no account can be made for it. */
  | 'identity_address'
  /** The provider gives you no role here; ask whoever runs it. */
  | 'identity_role'
  /** This account is disabled. */
  | 'account_disabled'
  /** Registration is closed. */
  | 'sign_up_closed'
  /** The link is used up or too old, or is for another email; ask for a new one, or sign in if you have set a password. */
  | 'invitation_invalid'
  /** The link is used up or too old, or not whole; ask for a new one. */
  | 'link_invalid'
  /** The address of this account is not confirmed yet: follow the link in the mail, or have it sent again on the site. */
  | 'address_unconfirmed'
  /** The key of this API token takes no calls from this address. */
  | 'address_refused'
  /** Test payments are possible only on the machine itself, at a loopback address. */
  | 'test_payments_local'
  /** The caller may not do this. */
  | 'forbidden'
  /** There is nothing at this address. */
  | 'address_unknown'
  /** The catalogue holds no title with this id. */
  | 'title_unknown'
  /** The catalogue holds no person with this id. */
  | 'name_unknown'
  /** The series has no such season. */
  | 'season_unknown'
  /** The season has no such episode. */
  | 'episode_unknown'
  /** There is no picture for this id. */
  | 'image_unknown'
  /** No provider is set up here to sign in with. */
  | 'identity_off'
  /** Your account has no such sign-in. */
  | 'identity_unknown'
  /** This session has ended already. */
  | 'session_unknown'
  /** No token found */
  | 'user_unknown'
  /** The operator has written no such text. */
  | 'text_unknown'
  /** There is no such token. */
  | 'token_unknown'
  /** There is no such key. */
  | 'key_unknown'
  /** There is no such webhook. */
  | 'webhook_unknown'
  /** There is no such delivery, or it is not kept any more. */
  | 'delivery_unknown'
  /** No data found */
  | 'requests_unknown'
  /** There is no such product, or it is not on sale. */
  | 'product_unknown'
  /** There is no such role. */
  | 'role_unknown'
  /** There is no such change. */
  | 'edit_unknown'
  /** There is no such payment. */
  | 'payment_unknown'
  /** There is no such configuration. */
  | 'configuration_unknown'
  /** There is no such package. */
  | 'package_unknown'
  /** There is no such notification. */
  | 'notification_unknown'
  /** There is no such task. */
  | 'task_unknown'
  /** There is no such run of a task. */
  | 'task_run_unknown'
  /** This line is not kept any more. */
  | 'log_unknown'
  /** An account keeps at most 200 preferences; delete a saved view first. */
  | 'preferences_full'
  /** There is a role with this name already. */
  | 'role_taken'
  /** There is a configuration with this key already. */
  | 'configuration_taken'
  /** The role ADMIN is fixed: it cannot be changed, deleted or sold. */
  | 'role_fixed'
  /** Products or users have this role. */
  | 'role_in_use'
  /** The payment is not finished yet. */
  | 'payment_pending'
  /** The payment was not completed. */
  | 'payment_refused'
  /** The payment is completed already. */
  | 'payment_completed'
  /** Too many payments of the account are open: one has to be finished or cancelled, or be given up. */
  | 'orders_open'
  /** This Idempotency-Key was used for another purchase, or for one that is still going on. */
  | 'idempotency_conflict'
  /** There is an account with this email already. */
  | 'email_taken'
  /** An import is being merged into the catalogue; nothing was saved. Try again when it has ended. */
  | 'import_running'
  /** Somebody else has changed this meanwhile; nothing was saved. */
  | 'changed_meanwhile'
  /** This id leads to another record; take the redirect away first. */
  | 'record_merged'
  /** This change was undone already, or cannot be. */
  | 'undone'
  /** There is a record with this id already. */
  | 'record_taken'
  /** There is an account with your email already. Sign in to it with its password, and link the provider on the page Account. */
  | 'identity_unlinked'
  /** Your account is linked to this provider already. */
  | 'identity_linked'
  /** This sign-in is linked to another account. */
  | 'identity_taken'
  /** Choose a password first: without one this is the only way into your account. */
  | 'identity_last'
  /** This is the last administrator. */
  | 'last_admin'
  /** An administrator has disabled the token; it cannot be replaced. */
  | 'token_locked'
  /** Your account is to be deleted and its tokens are refused: keep it first. */
  | 'account_leaving'
  /** A user has at most 10 keys; revoke one first. */
  | 'keys_full'
  /** There is a key with this name already. */
  | 'key_name_taken'
  /** The first key cannot be revoked: rotate it, and the old token stops when you say. */
  | 'key_first'
  /** The key has expired: give it a later end first. */
  | 'key_expired'
  /** The user has as many webhooks as one may have; delete one first. */
  | 'webhooks_full'
  /** The webhook is disabled: enable it first. */
  | 'webhook_disabled'
  /** There is a task with this name already. */
  | 'task_name_taken'
  /** A task cannot come after itself: the parent is the task, or one that comes after it. */
  | 'task_cycle'
  /** The task is queued or executing: wait for its end, or cancel it. */
  | 'task_busy'
  /** No run of the task is queued or executing. */
  | 'task_idle'
  /** Only runs set this status. */
  | 'status_owned'
  /** The change feed no longer reaches back this far: read the catalogue again. */
  | 'cursor_expired'
  /** The body is larger than the call takes. */
  | 'body_too_large'
  /** The body must be application/json. */
  | 'media_type'
  /** Only WebSockets are spoken here. */
  | 'upgrade_needed'
  /** The requests of the day are used up; Retry-After says when the next day begins. */
  | 'quota_spent'
  /** Too many requests within a second. */
  | 'burst'
  /** This record was asked for within the last hour; Retry-After says when it may be again. */
  | 'refreshed_lately'
  /** The token has as many streams open as it may have; end one first. */
  | 'too_many_streams'
  /** Too many tries: Retry-After says how many seconds to wait. */
  | 'too_many_tries'
  /** Something went wrong here; the request id finds it in the log. */
  | 'internal'
  /** Too many sign-ins at once; try again in a moment. */
  | 'busy'
  /** No source that may know the record could be asked; details says why for each. */
  | 'sources_away'
  /** So many records wait to be fetched already that no more are taken; try again later. */
  | 'refreshes_full'
  /** The provider does not answer; try again in a moment. */
  | 'identity_away'
  /** No mail is sent here; ask the operator of the site for a link. */
  | 'mail_off'
  /** Payments are not set up here. */
  | 'payments_off'
  /** The payment provider does not answer; try again in a moment. */
  | 'provider_away'
  /** This node is being stopped; another one answers. */
  | 'stopping'
  /** The service cannot answer just now; try again after Retry-After seconds. */
  | 'unavailable';

/** Kinds of titles; S and TVMS are series. */
export type TitleType = 'M' | 'S' | 'TVMS' | 'E' | 'TVM' | 'TVS' | 'SH' | 'V' | 'VG';

/** What somebody did behind the camera. */
export type CrewType = 'DIRECTOR' | 'WRITER' | 'PRODUCER' | 'COMPOSER' | 'CINEMATOGRAPHER' | 'EDITOR' | 'CASTING_DIRECTOR' | 'PRODUCTION_DESIGNER' | 'ART_DIRECTOR' | 'SET_DECORATOR' | 'COSTUME_DESIGNER' | 'MAKE_UP_DEPARTMENT' | 'PRODUCTION_MANAGER' | 'ASSISTANT_DIRECTOR' | 'ART_DEPARTMENT' | 'SOUND_DEPARTMENT' | 'SPECIAL_EFFECTS' | 'VISUAL_EFFECTS' | 'STUNTS' | 'CAMERA_DEPARTMENT' | 'ANIMATION_DEPARTMENT' | 'CASTING_DEPARTMENT' | 'COSTUME_DEPARTMENT' | 'EDITORIAL_DEPARTMENT' | 'LOCATION_MANAGEMENT' | 'MUSIC_DEPARTMENT' | 'TRANSPORTATION_DEPARTMENT' | 'MISCELLANEOUS' | 'THANKS';

export interface Actor {
  name: PersonRef;
  main: boolean;
  character: string | null;
  characters: string[];
  ordering: number;
  remark: string | null;
}

export interface Aka {
  title: string;
  comment: string | null;
  country: string | null;
  countryCode: string | null;
  language: string | null;
  languageCode: string | null;
  original: boolean;
  ordering: number;
}

export interface AlternateName {
  alternateName: string;
}

export interface Award {
  award: string;
  year: number | null;
  category: string | null;
  outcome: 'WON' | 'NOMINATED';
  names: string[];
}

/** code 308: the id was merged into redirectTo. */
export interface BatchItem {
  id: string;
  code: number;
  data: Title | SomeOfTitle | Name | SomeOfName | null;
  error: string | null;
  reason?: Reason;
  /** IMDb id of a title or a person. */
  redirectTo?: string;
}

export interface Biography {
  biography: string;
  /** The language it is written in: de, pt-BR. */
  languageCode: string;
  page: string | null;
  revision: number | null;
  pageUrl: string | null;
  licence: string | null;
  /** Whether the page says more. */
  shortened: boolean;
}

export interface Business {
  type: 'BUDGET' | 'OPENING' | 'GROSS';
  amount: number;
  currency: string;
  country: string | null;
  countryCode: string | null;
  date: string | null;
  remarks: string | null;
}

export interface CarouselImage {
  /** IMDb id of a title or a person. */
  imdbId: string;
  /** The title, or the name of the person. */
  description: string;
  year: number | null;
}

export interface Change {
  kind: 'movie' | 'name';
  /** IMDb id of a title or a person. */
  imdbId: string;
  action: 'create' | 'update' | 'delete' | 'merge';
  /** ISO 8601, UTC. */
  date: string;
  redirectTo: string | null;
}

export interface ComingSoon {
  /** IMDb id of a title. */
  imdbId: string;
  title: string;
  releaseDate: string;
  /** S and TVMS are series. */
  type: TitleType;
  posterUrl: string | null;
}

export interface Country {
  country: string;
  countryCode: string;
}

export interface CrewMember {
  type: CrewType;
  name: PersonRef;
  job: string | null;
  ordering: number;
}

export interface Discovery {
  items: Hit[];
  next: string | null;
  facets?: {
    genre?: FacetCount[];
    type?: FacetCount[];
    country?: FacetCount[];
    language?: FacetCount[];
    year?: FacetCount[];
  };
}

export interface FacetCount {
  value: string;
  count: number;
}

export interface Feature {
  idProduct: number;
  name: string;
  /** Euros a month; 0: forever free. */
  price: number;
  description: string;
  notice: string;
  /** Requests a day that it allows. */
  requests: number;
}

/** One kind of work, newest first. */
export interface Filmography {
  section: string;
  filmographiesNames: FilmographyName[];
}

export interface FilmographyName {
  title: string;
  /** IMDb id of a title. */
  imdbId: string;
  year: number | null;
  remarks: string | null;
}

export interface Found {
  titles: FoundTitle[];
  people: FoundName[];
}

export interface FoundId {
  site: 'tmdb' | 'tvdb' | 'wikidata';
  of: 'film' | 'series' | 'episode' | 'person' | null;
  /** As the site writes it. */
  id: string;
}

export interface FoundName {
  /** IMDb id of a person. */
  imdbId: string;
  name: string | null;
  photoUrl: string | null;
  /** What other sites call it, as far as it is known. */
  ids: FoundId[];
}

export interface FoundTitle {
  /** IMDb id of a title. */
  imdbId: string;
  title: string | null;
  year: number | null;
  type: TitleType | null;
  posterUrl: string | null;
  series: PlaceInSeries | null;
  /** What other sites call it, as far as it is known. */
  ids: FoundId[];
}

/** `next`: from when on a newer one may be asked for again; null: now. */
export interface Freshness {
  /** IMDb id of a title or a person. */
  imdbId: string;
  /** Which source it is from, as the guide lists them; `editor` for editors here. */
  source: string;
  /** ISO 8601, UTC. */
  fetched: string;
  /** The fields and parts that are of another source or moment than the record, by name. */
  parts: ({
    part: string;
    /** Which source it is from, as the guide lists them; `editor` for editors here. */
    source: string;
    /** ISO 8601, UTC. */
    fetched: string;
  })[];
  refresh: {
    /** NEVER: nobody has asked lately. FAILED: no source told anything. */
    state: 'NEVER' | 'WAITING' | 'DONE' | 'FAILED';
    asked: string | null;
    next: string | null;
  };
}

export interface Genre {
  genre: string;
}

export interface GenreCount {
  genre: string;
  count: number;
}

export interface Goof {
  type: string;
  goof: string;
}

export interface Hit {
  kind: 'movie' | 'name';
  /** IMDb id of a title or a person. */
  imdbId: string;
  /** For a movie. */
  title?: string;
  /** For a name. */
  name?: string;
  year: number | null;
  type: TitleType | null;
  rating: number | null;
  votes: number | null;
  posterUrl: string | null;
  series: SeriesRef | null;
}

export interface Keyword {
  keywords: string;
}

export interface Language {
  language: string;
  languageCode: string;
}

export interface Location {
  location: string;
  remarks: string | null;
}

export interface Marriage {
  name: string;
  imdbId: string | null;
  status: string | null;
  dateFrom: string | null;
  dateTo: string | null;
  childrens: number | null;
}

/** A person; the parts are there when `include` asks for them. */
export interface Name {
  name: string;
  uniqueName: string | null;
  height: number | null;
  starMeter: number | null;
  starSign: 'Aries' | 'Taurus' | 'Gemini' | 'Cancer' | 'Leo' | 'Virgo' | 'Libra' | 'Scorpio' | 'Sagittarius' | 'Capricorn' | 'Aquarius' | 'Pisces' | null;
  /** IMDb id of a person. */
  imdbId: string;
  imdbUrl: string | null;
  actorActress: 'actor' | 'actress' | null;
  birthname: string | null;
  birthdate: string | null;
  placeOfBirth: string | null;
  dateOfDead: string | null;
  placeOfDeath: string | null;
  /** ISO 8601, UTC. */
  insertDate: string;
  /** ISO 8601, UTC. */
  lastUpdate: string;
  biography: string | null;
  /** Where a text comes from that stands in the place of the catalogue's own, in the language asked for. */
  biographyFrom?: TextOrigin;
  photoUrl: string | null;
  professions: string[];
  knownFor: string[];
  alternative?: AlternateName[];
  biographies?: Biography[];
  filmographies?: Filmography[];
  nicknames?: Nickname[];
  salaries?: Salary[];
  marriages?: Marriage[];
  tradeMarks?: TradeMark[];
  quotes?: Quote[];
  trivias?: Trivia[];
  photos?: Photo[];
}

export interface Nickname {
  nickname: string;
}

export interface PersonRef {
  /** IMDb id of a person. */
  imdbId: string;
  name: string;
  photoUrl: string | null;
}

export interface Photo {
  url: string;
  width: number;
  height: number;
  caption: string | null;
}

/** Where an episode stands; null for other titles, and where it is not known. */
export interface PlaceInSeries {
  /** IMDb id of a title. */
  imdbId: string;
  title: string | null;
  season: number | null;
  episode: number | null;
}

export interface Plot {
  plot: string;
  /** The language it is written in: de, pt-BR. */
  languageCode: string;
  page: string | null;
  revision: number | null;
  pageUrl: string | null;
  licence: string | null;
  /** Whether the page says more. */
  shortened: boolean;
}

export interface Quote {
  imdbId: string | null;
  quote: string;
  type: string | null;
}

export interface Salary {
  title: string;
  imdbId: string | null;
  year: number | null;
  salary: string;
}

export interface Season {
  numSeason: number | null;
  year: number | null;
  episodes: SeasonEpisode[];
}

export interface SeasonEpisode {
  episode: number | null;
  season: number | null;
  /** IMDb id of a title. */
  imdbId: string;
  title: string;
  date: string | null;
  year: number | null;
  runtime: number | null;
  plot: string | null;
  /** Where a text comes from that stands in the place of the catalogue's own, in the language asked for. */
  plotFrom?: TextOrigin;
  rating: number | null;
  votes: number | null;
  posterUrl: string | null;
}

/** What an episode is of; null for anything else, and where lists do not name it. */
export interface SeriesRef {
  /** IMDb id of a title. */
  imdbId: string;
  title: string;
}

export interface SimilarMovie {
  title: string;
  /** IMDb id of a title. */
  imdbId: string;
}

/** The fields of a person that `fields` names. */
export type SomeOfName = Partial<Name>;

/** The fields of a title that `fields` names. */
export type SomeOfTitle = Partial<Title>;

export interface Stats {
  titles: number;
  names: number;
  /** Titles and people with a picture. */
  images: number;
  lastUpdate: {
    /** ISO 8601, UTC. */
    date: string;
    /** IMDb id of a title or a person. */
    imdbId: string;
    description: string;
  } | null;
  /** What has to stand where the data is shown, by the terms of the published sources that it comes from. */
  notices: string[];
  contactEmail: string | null;
  /** Pages that the operator has written. */
  texts: ('terms' | 'privacy')[];
  clientVersion: string;
}

export interface Technical {
  type: string;
  value: string;
}

/** Where a text comes from that stands in the place of the catalogue's own, in the language asked for. */
export interface TextOrigin {
  /** The language it is written in: de, pt-BR. */
  languageCode: string;
  page: string | null;
  revision: number | null;
  pageUrl: string | null;
  licence: string | null;
  /** Whether the page says more. */
  shortened: boolean;
}

/** A title; the parts are there when `include` asks for them. */
export interface Title {
  /** IMDb id of a title. */
  imdbId: string;
  imdbUrl: string | null;
  title: string;
  originalTitle: string | null;
  year: number | null;
  endYear: number | null;
  runtime: number | null;
  releaseDate: string | null;
  metascore: number | null;
  rated: string | null;
  rating: number | null;
  votes: number | null;
  /** S and TVMS are series. */
  type: TitleType;
  adult: boolean;
  /** ISO 8601, UTC. */
  insertDate: string;
  /** ISO 8601, UTC. */
  lastUpdate: string;
  simplePlot: string | null;
  plot: string | null;
  /** Where a text comes from that stands in the place of the catalogue's own, in the language asked for. */
  plotFrom?: TextOrigin;
  posterUrl: string | null;
  totalSeasons: number | null;
  yearSeasons: number[] | null;
  series: PlaceInSeries | null;
  akas?: Aka[];
  actors?: Actor[];
  awards?: Award[];
  business?: Business[];
  countries?: Country[];
  crew?: CrewMember[];
  genres?: Genre[];
  goofs?: Goof[];
  keywords?: Keyword[];
  languages?: Language[];
  locations?: Location[];
  photos?: Photo[];
  plots?: Plot[];
  quotes?: Quote[];
  similarMovies?: SimilarMovie[];
  technicals?: Technical[];
  trailers?: Trailer[];
  trivias?: Trivia[];
  seasons?: Season[];
}

export interface TradeMark {
  tradeMark: string;
}

export interface Trailer {
  name: string;
  trailersQualities: ({
    quality: number | null;
    urlVideo: string;
  })[];
}

export interface Trivia {
  trivia: string;
}

export interface Usage {
  limit: number | null;
  used: number;
  remaining: number | null;
  /** ISO 8601, UTC. */
  reset: string;
}

export interface MovieInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** Parts to add to the record. Separated by commas: akas, actors, awards, business, countries, crew, genres, goofs, keywords, languages, locations, photos, plots, quotes, similar-movies, technicals, trailers, trivias, season, all. */
  readonly include?: string | readonly ('akas' | 'actors' | 'awards' | 'business' | 'countries' | 'crew' | 'genres' | 'goofs' | 'keywords' | 'languages' | 'locations' | 'photos' | 'plots' | 'quotes' | 'similar-movies' | 'technicals' | 'trailers' | 'trivias' | 'season' | 'all')[] | undefined;
  /** The only fields of the record to answer; included parts come on top. Separated by commas: imdbId, imdbUrl, title, originalTitle, year, endYear, runtime, releaseDate, metascore, rated, rating, votes, type, adult, insertDate, lastUpdate, simplePlot, plot, plotFrom, posterUrl, totalSeasons, yearSeasons, series, akas, actors, awards, business, countries, crew, genres, goofs, keywords, languages, locations, photos, plots, quotes, similarMovies, technicals, trailers, trivias, seasons. */
  readonly fields?: string | readonly ('imdbId' | 'imdbUrl' | 'title' | 'originalTitle' | 'year' | 'endYear' | 'runtime' | 'releaseDate' | 'metascore' | 'rated' | 'rating' | 'votes' | 'type' | 'adult' | 'insertDate' | 'lastUpdate' | 'simplePlot' | 'plot' | 'plotFrom' | 'posterUrl' | 'totalSeasons' | 'yearSeasons' | 'series' | 'akas' | 'actors' | 'awards' | 'business' | 'countries' | 'crew' | 'genres' | 'goofs' | 'keywords' | 'languages' | 'locations' | 'photos' | 'plots' | 'quotes' | 'similarMovies' | 'technicals' | 'trailers' | 'trivias' | 'seasons')[] | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieAkasInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieActorsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
  /** Only the main actors; false: only the others. */
  readonly main?: boolean | undefined;
  /** Accepted; all actors are always answered. */
  readonly full?: boolean | undefined;
}

export interface MovieAwardsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieBusinessInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieCountriesInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieCrewInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
  readonly type?: CrewType | undefined;
}

export interface MovieGenresInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieGoofsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieKeywordsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieLanguagesInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieLocationsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MoviePhotosInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MoviePlotsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieQuotesInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieSimilarMoviesInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieTechnicalsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieTrailersInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieTriviasInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieSeasonsInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieSeasonInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** A number, or unknown. */
  readonly season: string | number;
  /** Accepted; a season is answered whole. */
  readonly page?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieSeasonYearInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** A year. */
  readonly year: string | number;
  /** Accepted; a season is answered whole. */
  readonly page?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieEpisodeInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** A number. */
  readonly season: string | number;
  /** A number. */
  readonly episode: string | number;
  /** Accepted; a season is answered whole. */
  readonly page?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieEpisodeOfYearInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** A year. */
  readonly year: string | number;
  /** A number. */
  readonly episode: string | number;
  /** Accepted; a season is answered whole. */
  readonly page?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface TmdbEpisodeInput {
  /** TMDB or IMDb id of the series. */
  readonly id: string | number;
  /** A number. */
  readonly season: string | number;
  /** A number. */
  readonly episode: string | number;
  /** Accepted; a season is answered whole. */
  readonly page?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieSearchInput {
  readonly title: string;
  readonly year?: number | undefined;
  /** S and TVMS are series. */
  readonly type?: TitleType | undefined;
  /** Only titles that are called exactly this, whatever the case and the diacritics. */
  readonly exact?: boolean | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieComingSoonInput {
  /** yyyyMMdd */
  readonly date: string | number;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface MovieAllInOneInput {
  /** IMDb id of a title. */
  readonly imdbId: string;
  /** 1 adds akas. */
  readonly akas?: boolean | undefined;
  /** 1 adds actors. */
  readonly actors?: boolean | undefined;
  /** 1 adds awards. */
  readonly awards?: boolean | undefined;
  /** 1 adds business. */
  readonly business?: boolean | undefined;
  /** 1 adds countries. */
  readonly countries?: boolean | undefined;
  /** 1 adds crew. */
  readonly crew?: boolean | undefined;
  /** 1 adds genres. */
  readonly genres?: boolean | undefined;
  /** 1 adds goofs. */
  readonly goofs?: boolean | undefined;
  /** 1 adds keywords. */
  readonly keywords?: boolean | undefined;
  /** 1 adds languages. */
  readonly languages?: boolean | undefined;
  /** 1 adds locations. */
  readonly locations?: boolean | undefined;
  /** 1 adds photos. */
  readonly photos?: boolean | undefined;
  /** 1 adds plots. */
  readonly plots?: boolean | undefined;
  /** 1 adds quotes. */
  readonly quotes?: boolean | undefined;
  /** 1 adds similarMovies. */
  readonly 'similar-movies'?: boolean | undefined;
  /** 1 adds similarMovies. */
  readonly similarMovies?: boolean | undefined;
  /** 1 adds technicals. */
  readonly technicals?: boolean | undefined;
  /** 1 adds trailers. */
  readonly trailers?: boolean | undefined;
  /** 1 adds trivias. */
  readonly trivias?: boolean | undefined;
  /** 1 adds seasons. */
  readonly season?: boolean | undefined;
  /** 1 adds seasons. */
  readonly seasons?: boolean | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** Parts to add to the record. Separated by commas: alternative, biographies, filmographies, nicknames, salaries, marriages, trade-marks, quotes, trivias, photos, all. */
  readonly include?: string | readonly ('alternative' | 'biographies' | 'filmographies' | 'nicknames' | 'salaries' | 'marriages' | 'trade-marks' | 'quotes' | 'trivias' | 'photos' | 'all')[] | undefined;
  /** The only fields of the record to answer; included parts come on top. Separated by commas: name, uniqueName, height, starMeter, starSign, imdbId, imdbUrl, actorActress, birthname, birthdate, placeOfBirth, dateOfDead, placeOfDeath, insertDate, lastUpdate, biography, biographyFrom, photoUrl, professions, knownFor, alternative, biographies, filmographies, nicknames, salaries, marriages, tradeMarks, quotes, trivias, photos. */
  readonly fields?: string | readonly ('name' | 'uniqueName' | 'height' | 'starMeter' | 'starSign' | 'imdbId' | 'imdbUrl' | 'actorActress' | 'birthname' | 'birthdate' | 'placeOfBirth' | 'dateOfDead' | 'placeOfDeath' | 'insertDate' | 'lastUpdate' | 'biography' | 'biographyFrom' | 'photoUrl' | 'professions' | 'knownFor' | 'alternative' | 'biographies' | 'filmographies' | 'nicknames' | 'salaries' | 'marriages' | 'tradeMarks' | 'quotes' | 'trivias' | 'photos')[] | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameAlternativeInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameBiographiesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameFilmographiesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameNicknamesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameSalariesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameMarriagesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameTradeMarksInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameQuotesInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameTriviasInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NamePhotosInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameSearchInput {
  readonly name: string;
  /** Only people who are called exactly this, whatever the case and the diacritics. */
  readonly exact?: boolean | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface NameAllInOneInput {
  /** IMDb id of a person. */
  readonly imdbId: string;
  /** 1 adds alternative. */
  readonly alternative?: boolean | undefined;
  /** 1 adds biographies. */
  readonly biographies?: boolean | undefined;
  /** 1 adds filmographies. */
  readonly filmographies?: boolean | undefined;
  /** 1 adds nicknames. */
  readonly nicknames?: boolean | undefined;
  /** 1 adds salaries. */
  readonly salaries?: boolean | undefined;
  /** 1 adds marriages. */
  readonly marriages?: boolean | undefined;
  /** 1 adds tradeMarks. */
  readonly 'trade-marks'?: boolean | undefined;
  /** 1 adds tradeMarks. */
  readonly tradeMarks?: boolean | undefined;
  /** 1 adds quotes. */
  readonly quotes?: boolean | undefined;
  /** 1 adds trivias. */
  readonly trivias?: boolean | undefined;
  /** 1 adds photos. */
  readonly photos?: boolean | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface SearchInput {
  readonly q: string;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface SuggestInput {
  readonly q: string;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
  /** 10 when not said. */
  readonly regs?: number | undefined;
}

export interface DiscoverInput {
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly titleLanguage?: string | undefined;
  /** Types; a title has one. a|b: any of them; a,b: all of them, which no title is. */
  readonly type?: string | readonly string[] | undefined;
  /** Genres. a,b: all of them; a|b: any of them. */
  readonly genre?: string | readonly string[] | undefined;
  /** Genres to leave out. a,b: titles that have all of them; a|b: titles that have any of them. */
  readonly genreNot?: string | readonly string[] | undefined;
  /** Country codes of two letters, or those of IMDb: XWG, SUHH. a,b: all of them; a|b: any of them. */
  readonly country?: string | readonly string[] | undefined;
  /** Language codes: en, cmn, pt-BR. a,b: all of them; a|b: any of them. */
  readonly language?: string | readonly string[] | undefined;
  /** Keywords. a,b: all of them; a|b: any of them. */
  readonly keyword?: string | readonly string[] | undefined;
  /** Ids of people who worked on it; a merged id is the person it was merged into. a,b: all of them; a|b: any of them. */
  readonly person?: string | readonly string[] | undefined;
  /** What the person did: ACTOR or a crew type. */
  readonly role?: string | undefined;
  readonly yearFrom?: number | undefined;
  readonly yearTo?: number | undefined;
  readonly ratingFrom?: number | undefined;
  readonly ratingTo?: number | undefined;
  readonly votesFrom?: number | undefined;
  /** Minutes. */
  readonly runtimeFrom?: number | undefined;
  /** Minutes. */
  readonly runtimeTo?: number | undefined;
  /** Certificates; a title has one. a|b: any of them; a,b: all of them, which no title is. */
  readonly rated?: string | readonly string[] | undefined;
  /** Downwards but for title; - reverses. */
  readonly sort?: 'popularity' | 'rating' | 'votes' | 'year' | 'releaseDate' | 'title' | '-popularity' | '-rating' | '-votes' | '-year' | '-releaseDate' | '-title' | undefined;
  /** Separated by commas: genre, type, country, language, year. */
  readonly facets?: string | readonly ('genre' | 'type' | 'country' | 'language' | 'year')[] | undefined;
  /** `next` of the answer before. */
  readonly cursor?: string | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
}

export interface TopInput {
  /** Types; a title has one. Films when not said. a|b: any of them; a,b: all of them, which no title is. */
  readonly type?: string | readonly string[] | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface PopularInput {
  /** Types; a title has one. Films when not said. a|b: any of them; a,b: all of them, which no title is. */
  readonly type?: string | readonly string[] | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items a page; 20 when not said. */
  readonly regs?: number | undefined;
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
}

export interface FindInput {
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
  /** The id at IMDb. */
  readonly imdb?: string | undefined;
  /** The id at TMDB: of a film, a series, an episode or a person. */
  readonly tmdb?: string | undefined;
  /** The id at TheTVDB: of a film, a series, an episode or a person. */
  readonly tvdb?: string | undefined;
  /** The item. */
  readonly wikidata?: string | undefined;
}

export interface BatchInput {
  /** A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts. */
  readonly language?: string | undefined;
  readonly ids: readonly string[];
  readonly include?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

export interface ChangesInput {
  /** A moment (ISO 8601), or `next` of the answer before; the beginning when not said. */
  readonly since?: string | undefined;
  /** Only these ids, separated by commas, up to 500. */
  readonly ids?: string | readonly string[] | undefined;
  /** 200 when not said. */
  readonly regs?: number | undefined;
}

export interface ChangesStreamInput {
  /** A moment (ISO 8601), or a cursor of this stream or of `v1/changes`; now when not said. */
  readonly since?: string | undefined;
  /** Only these ids, separated by commas, up to 500. */
  readonly ids?: string | readonly string[] | undefined;
}

export interface FreshnessInput {
  /** IMDb id of a title or a person. */
  readonly imdbId: string;
}

export interface RecordRefreshInput {
  /** IMDb id of a title or a person. */
  readonly imdbId: string;
}

export interface ImageInput {
  /** IMDb id of a title or a person. */
  readonly imdbId: string;
  /** The next larger of 92, 185, 342, 500, 780; the original when not said. */
  readonly w?: number | undefined;
  /** A photo in place of the poster or portrait, from 1. */
  readonly photo?: number | undefined;
}

export interface PublicImageInput {
  /** IMDb id of a title or a person; .jpg after it for a JPEG. */
  readonly imdbId: string;
  /** The next larger of 92, 185, 342, 500, 780; the original when not said. */
  readonly w?: number | undefined;
  /** A photo in place of the poster or portrait, from 1. */
  readonly photo?: number | undefined;
  /** Any number: with another one a browser takes the picture as one that it does not have yet. */
  readonly v?: number | undefined;
}

/** Every call. */
export interface Calls {
  /**
   * A title, with any of its parts.
   *
   * A merged id answers 308 with the address of the title it was merged into; so does a longer-padded id.
   *
   * `GET /api/v1/movie/{imdbId}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movie: RecordCall<MovieInput, Title>;

  /**
   * Titles in other countries and languages.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/akas`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieAkas: ListCall<MovieAkasInput, Page<Aka>, Aka>;

  /**
   * Actors and their characters.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/actors`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieActors: ListCall<MovieActorsInput, Page<Actor>, Actor>;

  /**
   * Awards and nominations.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/awards`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieAwards: ListCall<MovieAwardsInput, Page<Award>, Award>;

  /**
   * Budget, openings and gross.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/business`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieBusiness: ListCall<MovieBusinessInput, Page<Business>, Business>;

  /**
   * Countries of origin.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/countries`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieCountries: ListCall<MovieCountriesInput, Page<Country>, Country>;

  /**
   * Everyone behind the camera.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/crew`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieCrew: ListCall<MovieCrewInput, Page<CrewMember>, CrewMember>;

  /**
   * Genres.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/genres`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieGenres: ListCall<MovieGenresInput, Page<Genre>, Genre>;

  /**
   * Mistakes that can be seen.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/goofs`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieGoofs: ListCall<MovieGoofsInput, Page<Goof>, Goof>;

  /**
   * Keywords.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/keywords`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieKeywords: ListCall<MovieKeywordsInput, Page<Keyword>, Keyword>;

  /**
   * Languages spoken.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/languages`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieLanguages: ListCall<MovieLanguagesInput, Page<Language>, Language>;

  /**
   * Filming locations.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/locations`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieLocations: ListCall<MovieLocationsInput, Page<Location>, Location>;

  /**
   * Photos.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/photos`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly moviePhotos: ListCall<MoviePhotosInput, Page<Photo>, Photo>;

  /**
   * Plots in other languages, with where each comes from.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/plots`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly moviePlots: ListCall<MoviePlotsInput, Page<Plot>, Plot>;

  /**
   * Quotes.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/quotes`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieQuotes: ListCall<MovieQuotesInput, Page<Quote>, Quote>;

  /**
   * Titles that are alike.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/similar-movies`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieSimilarMovies: ListCall<MovieSimilarMoviesInput, Page<SimilarMovie>, SimilarMovie>;

  /**
   * Technical specifications.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/technicals`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieTechnicals: ListCall<MovieTechnicalsInput, Page<Technical>, Technical>;

  /**
   * Trailers.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/trailers`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieTrailers: ListCall<MovieTrailersInput, Page<Trailer>, Trailer>;

  /**
   * Trivia.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/trivias`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieTrivias: ListCall<MovieTriviasInput, Page<Trivia>, Trivia>;

  /**
   * Seasons with their episodes.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/movie/{imdbId}/season`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieSeasons: ListCall<MovieSeasonsInput, Page<Season>, Season>;

  /**
   * The episodes of one season.
   *
   * `unknown` in place of the number answers the episodes that stand under no season.
   *
   * `GET /api/v1/movie/{imdbId}/season/{season}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`, `season_unknown`.
   */
  readonly movieSeason: Call<MovieSeasonInput, Season>;

  /**
   * The episodes of one year.
   *
   * Of all seasons: each episode says which it is of.
   *
   * `GET /api/v1/movie/{imdbId}/season/year/{year}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`, `season_unknown`.
   */
  readonly movieSeasonYear: Call<MovieSeasonYearInput, Season>;

  /**
   * One episode, by season and number.
   *
   * `GET /api/v1/movie/{imdbId}/season/{season}/episode/{episode}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`, `season_unknown`, `episode_unknown`.
   */
  readonly movieEpisode: Call<MovieEpisodeInput, SeasonEpisode>;

  /**
   * One episode, by year and number.
   *
   * Where several seasons of that year have an episode of this number, the one of the smallest season; 0 is the smallest, and an episode without a season comes last.
   *
   * `GET /api/v1/movie/{imdbId}/season/year/{year}/episode/{episode}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`, `season_unknown`, `episode_unknown`.
   */
  readonly movieEpisodeOfYear: Call<MovieEpisodeOfYearInput, SeasonEpisode>;

  /**
   * One episode, by the TMDB or IMDb id of its series.
   *
   * `GET /api/v1/tmdb/movie/{id}/season/{season}/episode/{episode}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`, `season_unknown`, `episode_unknown`.
   */
  readonly tmdbEpisode: Call<TmdbEpisodeInput, SeasonEpisode>;

  /**
   * Titles by title, original title or aka.
   *
   * `GET /api/v1/movie/search`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly movieSearch: ListCall<MovieSearchInput, Page<Hit>, Hit>;

  /**
   * Titles released on or after a day, soonest first.
   *
   * `GET /api/v1/movie/coming-soon/{date}`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly movieComingSoon: ListCall<MovieComingSoonInput, Page<ComingSoon>, ComingSoon>;

  /**
   * A title with parts, asked for by flags.
   *
   * The older form of `include`.
   *
   * `GET /api/v1/movie/all-in-one`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `title_unknown`.
   */
  readonly movieAllInOne: Call<MovieAllInOneInput, Title>;

  /**
   * A person, with any of its parts.
   *
   * A merged id answers 308 with the address of the person it was merged into.
   *
   * `GET /api/v1/name/{imdbId}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly name: RecordCall<NameInput, Name>;

  /**
   * Other names.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/alternative`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameAlternative: ListCall<NameAlternativeInput, Page<AlternateName>, AlternateName>;

  /**
   * Biographies in other languages, with where each comes from.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/biographies`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameBiographies: ListCall<NameBiographiesInput, Page<Biography>, Biography>;

  /**
   * Work, by section.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/filmographies`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameFilmographies: ListCall<NameFilmographiesInput, Page<Filmography>, Filmography>;

  /**
   * Nicknames.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/nicknames`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameNicknames: ListCall<NameNicknamesInput, Page<Nickname>, Nickname>;

  /**
   * Salaries.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/salaries`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameSalaries: ListCall<NameSalariesInput, Page<Salary>, Salary>;

  /**
   * Marriages.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/marriages`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameMarriages: ListCall<NameMarriagesInput, Page<Marriage>, Marriage>;

  /**
   * Trade marks.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/trade-marks`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameTradeMarks: ListCall<NameTradeMarksInput, Page<TradeMark>, TradeMark>;

  /**
   * Quotes.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/quotes`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameQuotes: ListCall<NameQuotesInput, Page<Quote>, Quote>;

  /**
   * Trivia.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/trivias`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameTrivias: ListCall<NameTriviasInput, Page<Trivia>, Trivia>;

  /**
   * Photos.
   *
   * An empty list where nothing is known.
   *
   * `GET /api/v1/name/{imdbId}/photos`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly namePhotos: ListCall<NamePhotosInput, Page<Photo>, Photo>;

  /**
   * People by name.
   *
   * `GET /api/v1/name/search`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly nameSearch: ListCall<NameSearchInput, Page<Hit>, Hit>;

  /**
   * A person with parts, asked for by flags.
   *
   * The older form of `include`.
   *
   * `GET /api/v1/name/all-in-one`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `name_unknown`.
   */
  readonly nameAllInOne: Call<NameAllInOneInput, Name>;

  /**
   * Titles and names together, best first.
   *
   * Diacritics and case do not matter; akas and original titles are searched; up to two letters of a word may be wrong. Words of one or two letters are taken exactly or as a beginning. What merely looks alike is offered up to the 200th.
   *
   * `GET /api/v1/search`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly search: ListCall<SearchInput, Page<Hit>, Hit>;

  /**
   * Titles and names that begin like this.
   *
   * `GET /api/v1/suggest`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly suggest: Call<SuggestInput, Hit[]>;

  /**
   * Titles by any combination of filters.
   *
   * No depth limit: send `next` as `cursor` with the same filters. A list takes commas or bars, not both, and no empty item. A title without a value for the sort comes last. Facets count up to the first 10,000 titles that match; beyond that the answer carries `X-Total-Relation: gte`.
   *
   * `GET /api/v1/discover`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`.
   */
  readonly discover: ListCall<DiscoverInput, Discovery, Hit>;

  /**
   * The best-rated titles.
   *
   * By weighted rating: (v × R + m × C) / (v + m), where R is the rating, v its votes, m = 25,000 and C = 7.0. The chart holds 1,000 titles a type.
   *
   * `GET /api/v1/top`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly top: ListCall<TopInput, Page<Hit>, Hit>;

  /**
   * The most popular titles.
   *
   * By popularity: log10(1 + votes) + (year − 2000) / 40, so that newer titles need fewer votes. The chart holds 1,000 titles a type.
   *
   * `GET /api/v1/popular`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly popular: ListCall<PopularInput, Page<Hit>, Hit>;

  /**
   * All genres with their number of titles.
   *
   * `GET /api/v1/genres`. Counts as one request.
   */
  readonly genres: Call<Nothing, GenreCount[]>;

  /**
   * Titles and people by an id of IMDb, TMDB, TheTVDB or Wikidata.
   *
   * Exactly one id. TMDB and TheTVDB number films, series, episodes and people each for themselves, so one number can stand for several records. Empty lists where nobody is known by the id; a merged id finds the record that it was merged into.
   *
   * `GET /api/v1/find`. Counts as one request.
   *
   * Reasons of a refusal: `invalid_parameter`.
   */
  readonly find: Call<FindInput, Found>;

  /**
   * Up to 500 titles, episodes and people in one call.
   *
   * Answers in the order asked. Each id counts as one request. Parts and fields that only the other kind has are ignored for a record.
   *
   * `POST /api/v1/batch`. Each of `ids` counts as one request.
   *
   * Reasons of a refusal: `invalid_body`, `media_type`, `body_too_large`.
   */
  readonly batch: ListCall<BatchInput, BatchItem[], BatchItem>;

  /**
   * What was created, changed, deleted or merged, oldest first.
   *
   * At the end `items` is empty and `next` stays the cursor. A page that is not full leads to the end of the feed, also where `ids` leave all of it out. How many days the feed reaches back is the operator’s choice, at first 90.
   *
   * `GET /api/v1/changes`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `cursor_expired`.
   */
  readonly changes: ListCall<ChangesInput, {
    items: Change[];
    next: string;
  }, Change, FeedOptions>;

  /**
   * The same as it happens, as server-sent events.
   *
   * Each event has a change as its `data` and the cursor behind it as its `id`. Clients that lose the connection send the last id again in the header `Last-Event-ID`, which counts more than `since`, and go on there: no change is missed or told twice. Without either the stream begins with what changes from now on. Every 15 seconds at the latest something is sent, if only an id without an event. The connection counts as one request, however long it lasts; how many a token may have open is the operator’s choice, at first 10. Who does not read for 30 seconds, or has lost the token, is disconnected.
   *
   * `GET /api/v1/changes/stream`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `cursor_expired`, `too_many_streams`, `stopping`.
   */
  readonly changesStream: StreamCall<ChangesStreamInput, Change>;

  /**
   * How old a title or a person is, part by part.
   *
   * `fetched` is when a source last told it otherwise than it was before. Parts of sources that are not published are left out.
   *
   * `GET /api/v1/freshness/{imdbId}`. Counts as one request.
   *
   * Reasons of a refusal: `title_unknown`, `name_unknown`.
   */
  readonly freshness: Call<FreshnessInput, Freshness>;

  /**
   * Asks for a newer title or person from the sources.
   *
   * Answered at once; the record is fetched in the background, after those that were asked for before, and `v1/freshness` and the change feed tell when it is there. At most once an hour for each record, whoever asks: while one waits, who asks again gets the same answer, after that 429 until the hour is over.
   *
   * `POST /api/v1/refresh/{imdbId}`. Counts as one request.
   *
   * Reasons of a refusal: `title_unknown`, `name_unknown`, `refreshed_lately`, `refreshes_full`.
   */
  readonly recordRefresh: Call<RecordRefreshInput, Freshness>;

  /**
   * The poster of a title or the emblem of a person.
   *
   * WebP where `Accept` allows it, else JPEG.
   *
   * `GET /api/v1/image/{imdbId}`. Counts as one request.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `image_unknown`.
   */
  readonly image: Call<ImageInput, Picture>;

  /**
   * The same picture without a token.
   *
   * WebP where `Accept` allows it, else JPEG; JPEG always where `.jpg` follows the id.
   *
   * `GET /api/public/image/{imdbId}`. Needs no token.
   *
   * Reasons of a refusal: `malformed_id`, `invalid_parameter`, `image_unknown`, `too_many_tries`.
   */
  readonly publicImage: Call<PublicImageInput, Picture>;

  /**
   * What is left of the quota of the day.
   *
   * Free of charge, also when nothing is left. `limit` and `remaining` are null where there is no limit. Where the key that the token is of has a limit of which less is left, all of it is the key’s.
   *
   * `GET /api/v1/usage`. Free of charge.
   */
  readonly usage: Call<Nothing, Usage>;

  /**
   * Whether the service can answer.
   *
   * 503 when it cannot. `degraded` is there only while something is not as it should be: `disk`, there is hardly any room, so that data and quotas are served and changes are refused; `sign_in`, there is none, so that nobody can sign in either.
   *
   * `GET /api/v1/health`. Needs no token.
   *
   * Reasons of a refusal: `stopping`.
   */
  readonly health: Call<Nothing, {
    status: 'UP';
    degraded?: ('disk' | 'sign_in')[];
  }>;

  /**
   * Titles for the first page of the site.
   *
   * Up to 20 with a picture, best first. The picture is `public/image/{imdbId}`.
   *
   * `GET /api/public/movie-carousel`. Needs no token.
   *
   * Reasons of a refusal: `too_many_tries`.
   */
  readonly publicMovieCarousel: Call<Nothing, CarouselImage[]>;

  /**
   * People for the first page of the site.
   *
   * Up to 20 with a picture, best first. The picture is `public/image/{imdbId}`.
   *
   * `GET /api/public/name-carousel`. Needs no token.
   *
   * Reasons of a refusal: `too_many_tries`.
   */
  readonly publicNameCarousel: Call<Nothing, CarouselImage[]>;

  /**
   * The products on sale, in the order of their priority.
   *
   * `GET /api/public/features`. Needs no token.
   *
   * Reasons of a refusal: `too_many_tries`.
   */
  readonly publicFeatures: Call<Nothing, Feature[]>;

  /**
   * What the catalogue holds.
   *
   * `GET /api/public/stats`. Needs no token.
   *
   * Reasons of a refusal: `too_many_tries`.
   */
  readonly publicStats: Call<Nothing, Stats>;
}
