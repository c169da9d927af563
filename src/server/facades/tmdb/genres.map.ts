import type { Title } from '#contracts/catalog.ts';

export interface Genre {
  readonly id: number;
  readonly name: string;
}
export type Screen = 'film' | 'series';

/** TMDB's genres, and which of ours each stands for. */
type Row = readonly [id: number, name: string, ...ours: readonly string[]];

const BOTH: readonly Row[] = [
  [16, 'Animation', 'Animation'],
  [35, 'Comedy', 'Comedy'],
  [80, 'Crime', 'Crime'],
  [99, 'Documentary', 'Documentary'],
  [18, 'Drama', 'Drama'],
  [10751, 'Family', 'Family'],
  [9648, 'Mystery', 'Mystery'],
  [37, 'Western', 'Western'],
];
const ROWS: Readonly<Record<Screen, readonly Row[]>> = {
  film: [
    [28, 'Action', 'Action'],
    [12, 'Adventure', 'Adventure'],
    ...BOTH,
    [14, 'Fantasy', 'Fantasy'],
    [36, 'History', 'History'],
    [27, 'Horror', 'Horror'],
    [10402, 'Music', 'Music', 'Musical'],
    [10749, 'Romance', 'Romance'],
    [878, 'Science Fiction', 'Sci-Fi'],
    [10770, 'TV Movie'],
    [53, 'Thriller', 'Thriller'],
    [10752, 'War', 'War'],
  ],
  series: [
    [10759, 'Action & Adventure', 'Action', 'Adventure'],
    ...BOTH,
    [10762, 'Kids'],
    [10763, 'News', 'News'],
    [10764, 'Reality', 'Reality-TV', 'Game-Show'],
    [10765, 'Sci-Fi & Fantasy', 'Sci-Fi', 'Fantasy'],
    [10766, 'Soap'],
    [10767, 'Talk', 'Talk-Show'],
    [10768, 'War & Politics', 'War'],
  ],
};

const byName = (a: Genre, b: Genre): number => (a.name < b.name ? -1 : 1);
/** All genres, by name. */
export const genresFor = (screen: Screen): readonly Genre[] =>
  ROWS[screen].map(([id, name]) => ({ id, name })).toSorted(byName);

/** Those of a title, each once, in the order of ours. */
export const genresOf = ({ genres, type }: Pick<Title, 'genres' | 'type'>, screen: Screen): readonly Genre[] => {
  const rows = (genres ?? []).flatMap(({ genre }) => ROWS[screen].filter(([, , ...ours]) => ours.includes(genre)));
  const all = screen === 'film' && type === 'TVM' ? [...rows, ...ROWS.film.filter(([id]) => id === 10770)] : rows;
  return [...new Set(all)].map(([id, name]) => ({ id, name }));
};

/** Our genres that one of TMDB's stands for; none for an id that it does not have, or that nothing of ours is. */
export const oursOf = (id: string, screen: Screen): readonly string[] =>
  ROWS[screen]
    .find(([known]) => String(known) === id.trim())
    ?.slice(2)
    .map(String) ?? [];
