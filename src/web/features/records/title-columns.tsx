import type { Static } from 'typebox';
import type {
  Aka,
  Award,
  Business,
  Country,
  Language,
  Location,
  Photo,
  Plot,
  Quote,
  Technical,
  TextOrigin,
  Title,
  Trivia,
} from '#contracts/catalog.ts';
import { count } from '#web/lib/numbers.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { ACTORS } from './person-columns.tsx';
import { IdText, RecordLink } from './RecordLink.tsx';
import styles from './records.module.css';
import { text } from './text-column.tsx';
import { type Trailer, videosOf } from './trailer.ts';

const heads = words.columns;
type Lists = Required<Title>;
type Item<K extends 'genres' | 'goofs' | 'keywords' | 'similarMovies'> = Lists[K][number];

const AKAS: readonly Column<Static<typeof Aka>>[] = [
  text({ key: 'title', head: heads.title, least: 220, grows: true, text: ({ title }) => title }),
  text({
    key: 'comment',
    head: heads.comment,
    least: 180,
    text: ({ comment, original }) => [comment, original && words.original].filter(Boolean).join(', '),
  }),
  text({ key: 'country', head: heads.country, least: 160, text: ({ country }) => country }),
  text({ key: 'language', head: heads.language, least: 140, priority: 1, text: ({ language }) => language }),
];

const COUNTRIES: readonly Column<Static<typeof Country>>[] = [
  text({ key: 'country', head: heads.country, least: 200, grows: true, text: ({ country }) => country }),
  text({ key: 'code', head: heads.code, least: 90, text: ({ countryCode }) => countryCode }),
];
const LANGUAGES: readonly Column<Static<typeof Language>>[] = [
  text({ key: 'language', head: heads.language, least: 200, grows: true, text: ({ language }) => language }),
  text({ key: 'code', head: heads.code, least: 90, text: ({ languageCode }) => languageCode }),
];
const GENRES: readonly Column<Item<'genres'>>[] = [
  text({ key: 'genre', head: heads.genre, least: 200, grows: true, text: ({ genre }) => genre }),
];
const GOOFS: readonly Column<Item<'goofs'>>[] = [
  text({ key: 'type', head: heads.type, least: 160, text: ({ type }) => type }),
  text({ key: 'goof', head: heads.goof, least: 260, grows: true, text: ({ goof }) => goof }),
];
const KEYWORDS: readonly Column<Item<'keywords'>>[] = [
  text({ key: 'keywords', head: heads.keywords, least: 200, grows: true, text: ({ keywords }) => keywords }),
];
const LOCATIONS: readonly Column<Static<typeof Location>>[] = [
  text({ key: 'location', head: heads.location, least: 240, grows: true, text: ({ location }) => location }),
  text({ key: 'remarks', head: heads.remarks, least: 200, text: ({ remarks }) => remarks }),
];

const id = <T extends { readonly imdbId: string | null }>(): Column<T> => ({
  key: 'id',
  head: heads.imdbId,
  least: 150,
  nowrap: true,
  cell: ({ imdbId }) => <IdText id={imdbId} />,
});
export const titled = <
  T extends { readonly imdbId: string | null; readonly title: string },
>(): readonly Column<T>[] => [
  {
    key: 'title',
    head: heads.title,
    least: 220,
    grows: true,
    cell: ({ imdbId, title }) => <RecordLink id={imdbId}>{title}</RecordLink>,
  },
  id<T>(),
];
const SIMILAR: readonly Column<Item<'similarMovies'>>[] = titled<Item<'similarMovies'>>();

export const QUOTES: readonly Column<Static<typeof Quote>>[] = [
  {
    key: 'id',
    head: heads.imdbId,
    least: 150,
    nowrap: true,
    priority: 1,
    cell: ({ imdbId }) => (imdbId === null ? '–' : <RecordLink id={imdbId}>{imdbId}</RecordLink>),
  },
  text({ key: 'quote', head: heads.quote, least: 260, grows: true, text: ({ quote }) => quote }),
  text({ key: 'type', head: heads.type, least: 120, priority: 2, text: ({ type }) => type }),
];
export const TRIVIAS: readonly Column<Static<typeof Trivia>>[] = [
  text({ key: 'trivia', head: heads.trivia, least: 260, grows: true, text: ({ trivia }) => trivia }),
];

const AWARDS: readonly Column<Static<typeof Award>>[] = [
  text({ key: 'award', head: heads.award, least: 180, grows: true, text: ({ award }) => award }),
  text({ key: 'year', head: heads.year, least: 80, text: ({ year }) => year }),
  text({ key: 'category', head: heads.category, least: 180, text: ({ category }) => category }),
  {
    key: 'outcome',
    head: heads.outcome,
    least: 130,
    cell: ({ outcome }) => <StatusBadge status={outcome} map={{ WON: 'success', NOMINATED: 'info' }} />,
  },
  text({ key: 'names', head: heads.names, least: 180, priority: 1, text: ({ names }) => names.join(', ') }),
];
const BUSINESS: readonly Column<Static<typeof Business>>[] = [
  text({ key: 'type', head: heads.type, least: 110, text: ({ type }) => type }),
  {
    key: 'amount',
    head: heads.amount,
    least: 160,
    align: 'end',
    nowrap: true,
    cell: ({ amount, currency }) => `${count(amount)} ${currency}`,
  },
  text({ key: 'country', head: heads.country, least: 150, text: ({ country }) => country }),
  text({ key: 'date', head: heads.date, least: 120, text: ({ date }) => date }),
  text({ key: 'remarks', head: heads.remarks, least: 160, grows: true, priority: 1, text: ({ remarks }) => remarks }),
];

/** By its path: the page may be open under another name of the server. */
const pictureOf = (url: string, width: number): string => {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  searchParams.set('w', String(width));
  return `${pathname}?${searchParams}`;
};
export const PHOTOS: readonly Column<Static<typeof Photo>>[] = [
  {
    key: 'photo',
    head: heads.photo,
    least: 150,
    cell: ({ url }) => (
      <img
        className={styles.picture}
        src={pictureOf(url, 185)}
        srcSet={`${pictureOf(url, 342)} 2x`}
        alt=""
        loading="lazy"
        width={120}
        height={80}
      />
    ),
  },
  text({ key: 'caption', head: heads.caption, least: 200, grows: true, text: ({ caption }) => caption }),
  text({ key: 'size', head: heads.size, least: 120, text: ({ width, height }) => `${width} × ${height}` }),
];
/** The columns of a part that has texts in other languages: the text, its language, and where it comes from. */
export const texts = <Row extends Static<typeof TextOrigin>>(
  head: string,
  textOf: (row: Row) => string,
): readonly Column<Row>[] => [
  text({ key: 'languageCode', head: heads.language, least: 110, text: ({ languageCode }) => languageCode }),
  text({ key: 'text', head, least: 280, grows: true, text: textOf }),
  {
    key: 'page',
    head: heads.page,
    least: 160,
    priority: 1,
    cell: ({ page, pageUrl }) =>
      pageUrl ? (
        <a href={pageUrl} target="_blank" rel="noreferrer">
          {page ?? pageUrl}
        </a>
      ) : (
        <span>{page ?? '–'}</span>
      ),
  },
  text({ key: 'licence', head: heads.licence, least: 130, priority: 2, text: ({ licence }) => licence }),
];
const PLOTS = texts<Static<typeof Plot>>(heads.plot, ({ plot }) => plot);
const TECHNICALS: readonly Column<Static<typeof Technical>>[] = [
  text({ key: 'type', head: heads.type, least: 180, text: ({ type }) => type }),
  text({ key: 'value', head: heads.value, least: 220, grows: true, text: ({ value }) => value }),
];
const TRAILERS: readonly Column<Trailer>[] = [
  text({ key: 'name', head: heads.name, least: 200, grows: true, text: ({ name }) => name }),
  {
    key: 'videos',
    head: heads.videos,
    least: 200,
    cell: (trailer) => (
      <span className={styles.videos}>
        {videosOf(trailer).map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" aria-label={words.videoOf(trailer.name, label)}>
            {label}
          </a>
        ))}
      </span>
    ),
  },
];

/** The lists of a title that are plain tables. */
export const TITLE_COLUMNS = {
  akas: AKAS,
  actors: ACTORS,
  countries: COUNTRIES,
  genres: GENRES,
  goofs: GOOFS,
  keywords: KEYWORDS,
  languages: LANGUAGES,
  locations: LOCATIONS,
  quotes: QUOTES,
  similarMovies: SIMILAR,
  trivias: TRIVIAS,
  awards: AWARDS,
  business: BUSINESS,
  photos: PHOTOS,
  plots: PLOTS,
  technicals: TECHNICALS,
  trailers: TRAILERS,
} as const;
