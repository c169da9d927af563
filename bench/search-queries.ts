import type { Search } from '#server/modules/search/search.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { seeded, vocabulary, zipf } from './search-data.ts';

/** Makes a query of its class ready, with whatever it takes from the catalogue, so that only the query itself is timed. */
export type Prepare = () => Promise<() => Promise<unknown>>;

interface QueriesParts {
  readonly db: Database;
  readonly search: Search;
  readonly titles: number;
}

/** The classes of queries that are measured, by name; the same seed gives the same queries. */
export const createQueries = ({ db, search, titles }: QueriesParts): Readonly<Record<string, Prepare>> => {
  const words = vocabulary();
  const plain = (word: string): string => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const random = seeded(99);
  const below = (size: number): number => Math.floor(random() * size);
  const titleOf = async (): Promise<string> => {
    const { rows } = await db.query<{ title: string }>(
      `select title from title where id >= $1 and title not like 'Episode%' limit 1`,
      [1 + below(titles - 100)],
    );
    return rows[0]?.title ?? 'the';
  };
  const wrong = (word: string): string => {
    const letters = [...word];
    for (let errors = 0; errors < 2; errors += 1) {
      const at = below(letters.length);
      const sort = below(3);
      if (sort === 0) letters.splice(at, 1);
      else if (sort === 1) letters.splice(at, 0, 'x');
      else letters[at] = 'e';
    }
    return letters.join('');
  };

  const first = { offset: 0, limit: 20 };
  const GENRES = ['Drama', 'Comedy', 'Crime', 'War', 'Sci-Fi', 'Western', 'Musical', 'History'];
  const genre = (): string => GENRES[below(GENRES.length)] ?? 'Drama';
  const SORTS = [
    'rating',
    'votes',
    'year',
    'title',
    'releaseDate',
    'popularity',
    '-rating',
    '-votes',
    '-year',
    '-popularity',
  ] as const;

  return {
    prefix: async () => {
      const title = await titleOf();
      const begun = title.slice(0, 1 + below(Math.min(title.length, 9)));
      return () => search.suggest(begun, 10);
    },
    'prefix, mistyped': async () => {
      const word = words[1000 + below(20_000)] ?? '';
      const begun = `${plain(word).slice(0, 3)}x${plain(word).slice(3, 6)}`;
      return () => search.suggest(begun, 10);
    },
    words: async () => {
      const asked = (await titleOf()).split(' ').slice(0, 2).join(' ');
      return () => search.all(asked, first);
    },
    'whole title': async () => {
      const title = await titleOf();
      return () => search.all(title, first);
    },
    typo: async () => {
      const word = plain(words[500 + below(40_000)] ?? 'godfather');
      const asked = wrong(word.length < 5 ? `${word}etta` : word);
      return () => search.all(asked, first);
    },
    'typo, two words': async () => {
      const asked = `${plain(words[zipf(random, 60_000)] ?? '')} ${wrong(plain(words[500 + below(20_000)] ?? 'godfather'))}`;
      return () => search.all(asked, first);
    },
    'common word': async () => {
      const word = words[below(40)] ?? 'the';
      return () => search.all(word, first);
    },
    'middling word': async () => {
      const word = words[200 + below(5_000)] ?? 'the';
      return () => search.all(word, first);
    },
    'two common words': async () => {
      const asked = `${words[below(30)]} ${words[below(30)]}`;
      return () => search.all(asked, first);
    },
    episode: async () => {
      const asked = `episode ${1 + below(30)}`;
      return () => search.all(asked, first);
    },
    'one letter': async () => {
      const letter = 'abcdefghijklmnoprstuvwz'[below(23)] ?? 'a';
      return () => search.all(letter, first);
    },
    'nothing like it': async () => {
      const asked = `${'qxzwvjk'.repeat(2).slice(below(6))}${below(1000)}`;
      return () => search.all(asked, first);
    },
    'signs (CJK)': async () => {
      const asked = ['日月', '人大', '映画', '愛夢星', '海'][below(5)] ?? '人';
      return () => search.all(asked, first);
    },
    'title with year and type': async () => {
      const asked = { title: words[below(60)] ?? 'the', year: 1960 + below(60), types: ['M'] };
      return () => search.titles(asked, first);
    },
    'deep page': async () => {
      const word = words[below(40)] ?? 'the';
      const slice = { offset: 20 * below(480), limit: 20 };
      return () => search.all(word, slice);
    },
    facets: async () => {
      const ask = { genre: genre(), facets: 'genre,type,country,language,year' };
      return () => search.discover(ask, 20);
    },
    'discover, sorted': async () => {
      const ask = { genre: genre(), sort: SORTS[below(SORTS.length)] ?? 'rating' };
      return () => search.discover(ask, 20);
    },
    'discover, rare': async () => {
      const sort = SORTS[below(SORTS.length)] ?? 'rating';
      const ask = {
        genre: `${genre()},${genre()}`,
        country: 'HU|NO|FI',
        yearFrom: 1950,
        yearTo: 1957,
        ratingFrom: 6.5,
        sort,
      };
      return () => search.discover(ask, 20);
    },
    'discover, as people filter': async () => {
      const ask = {
        type: ['M', 'S', 'E', 'TVM', 'M|S'][below(5)] ?? 'M',
        genre: genre(),
        yearFrom: 1950 + below(70),
        ratingFrom: 4 + below(50) / 10,
        sort: 'votes' as const,
      };
      return () => search.discover(ask, 20);
    },
    'discover, old and sorted': async () => {
      const ask = { yearTo: 1925 + below(30), sort: SORTS[below(SORTS.length)] ?? 'rating' };
      return () => search.discover(ask, 20);
    },
    'discover, unfiltered': async () => {
      const ask = { sort: SORTS[below(SORTS.length)] ?? 'rating' };
      return () => search.discover(ask, 20);
    },
    'discover, person': async () => {
      const ask = { person: `nm${String(1000 + zipf(random, titles)).padStart(7, '0')}`, sort: 'rating' as const };
      return () => search.discover(ask, 20);
    },
    charts: async () => {
      const type = ['M', 'S|TVMS', 'E'][below(3)] ?? 'M';
      return random() < 0.5 ? () => search.top(type, first) : () => search.popular(type, first);
    },
    'coming soon': async () => {
      const year = 1990 + below(37);
      return () => search.comingSoon(`${year}0101`, first);
    },
  };
};
