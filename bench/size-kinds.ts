import { setTimeout as pause } from 'node:timers/promises';
import type { Post } from './asking.ts';
import type { Product } from './import-product.ts';
import { type Random, seeded } from './search-data.ts';

/** Makes the next address of a kind; none comes twice, or so seldom that it does not count. */
export type Next = () => string;

/** What stands in a catalogue, read over HTTP: words by how many of the titles have them, and some whole titles. */
export interface Sample {
  readonly words: readonly string[];
  readonly titles: readonly string[];
}

const SAMPLE = 4_000;
const BATCH = 500;
/** How often what the product has no time for right after its start is asked for. */
const TRIES = 5;

const LETTERS_ONLY = /^\p{Script=Latin}{3,}$/u;

export const readSampleOf = async (
  { origin }: Pick<Product, 'origin'>,
  token: string,
  ids: readonly string[],
): Promise<Sample> => {
  const titles: string[] = [];
  for (let from = 0; from < SAMPLE; from += BATCH) {
    const some = Array.from({ length: BATCH }, (_, n) => ids[Math.floor(((from + n) * ids.length) / SAMPLE)]);
    const ask = () =>
      fetch(`${origin}/api/v1/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ids: some, fields: ['title'] }),
      });
    let answer = await ask();
    // A machine that has none of ten million titles in its memory reads 500 from all over the disk.
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries += 1) {
      await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      answer = await ask();
    }
    const { data } = (await answer.json()) as {
      readonly data: readonly { readonly data: { title?: string } | null }[];
    };
    titles.push(...data.flatMap((one) => one.data?.title ?? []));
  }
  const counts = new Map<string, number>();
  for (const title of titles)
    for (const word of new Set(title.toLowerCase().split(' ')))
      if (LETTERS_ONLY.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  return { words, titles: titles.filter((title) => !title.startsWith('Episode #')) };
};

const GENRES = ['Drama', 'Comedy', 'Crime', 'Documentary', 'Sci-Fi', 'Horror', 'Music', 'Sport'];
const TYPES = ['M', 'S', 'E', 'TVM', 'M|S'];
const SORTS = ['rating', 'votes', 'year', 'title', '-rating', '-votes', '-year'];
const PARTS = 'actors,akas,crew,genres,countries,languages,seasons';

/** How many records a call for several asks for. */
const SEVERAL = 20;

/** Calls for several titles at once. */
export const createBatches = (ids: readonly string[]): (() => Post) => {
  const random: Random = seeded(12);
  return () => {
    const some = Array.from({ length: SEVERAL }, () => ids[Math.floor(random() * ids.length)]);
    return { path: '/api/v1/batch', body: JSON.stringify({ ids: some }) };
  };
};

/** The kinds of questions that are measured, by name; the same seed gives the same questions. */
export const createKinds = (
  ids: readonly string[],
  people: readonly string[],
  { words, titles }: Sample,
): Readonly<Record<string, Next>> => {
  const random: Random = seeded(11);
  const below = (size: number): number => Math.floor(random() * size);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const among = (from: number, to: number): string => words[from + below(Math.min(to, words.length) - from)] ?? 'the';
  /** Sizes of a page in turn, so that a word that comes again is another address. */
  let turn = 0;
  const regs = (): number => 11 + (turn++ % 19);
  const search = (text: string): string => `/api/v1/search?q=${encodeURIComponent(text)}&regs=${regs()}`;
  const wrong = (word: string): string => {
    const letters = [...(word.length < 5 ? `${word}ver` : word)];
    for (let errors = 0; errors < 2; errors += 1) {
      const at = below(letters.length);
      const sort = below(3);
      if (sort === 0) letters.splice(at, 1);
      else if (sort === 1) letters.splice(at, 0, 'x');
      else letters[at] = 'e';
    }
    return letters.join('');
  };
  const title = (): string => `/api/v1/movie/${pick(ids)}`;
  const filters = (): string =>
    `type=${encodeURIComponent(pick(TYPES))}&genre=${pick(GENRES)}&yearFrom=${1930 + below(90)}&ratingFrom=${(2 + below(75) / 10).toFixed(1)}`;
  return {
    title,
    person: () => `/api/v1/name/${pick(people)}`,
    'title with all': () => `${title()}?include=${PARTS}`,
    suggest: () => {
      const text = pick(titles).toLowerCase();
      return `/api/v1/suggest?q=${encodeURIComponent(text.slice(0, 1 + below(Math.min(text.length, 9))))}&regs=${1 + (turn++ % 20)}`;
    },
    'suggest, mistyped': () => {
      const word = among(40, 4_000);
      return `/api/v1/suggest?q=${encodeURIComponent(`${word.slice(0, 3)}x${word.slice(3, 6)}`)}&regs=${1 + (turn++ % 20)}`;
    },
    'two words': () => search(pick(titles).split(' ').slice(0, 2).join(' ')),
    'whole title': () => search(pick(titles)),
    'common word': () => search(among(0, 40)),
    'two common words': () => search(`${among(0, 30)} ${among(0, 30)}`),
    'middling word': () => search(among(100, 4_000)),
    typo: () => search(wrong(among(40, 6_000))),
    'typo, two words': () => search(`${among(0, 500)} ${wrong(among(40, 6_000))}`),
    episode: () => search(`episode ${1 + below(30)}`),
    'deep page': () => `/api/v1/search?q=${encodeURIComponent(among(0, 40))}&regs=20&page=${1 + below(480)}`,
    discover: () => `/api/v1/discover?${filters()}&sort=votes&regs=${regs()}`,
    'discover, sorted': () =>
      `/api/v1/discover?genre=${pick(GENRES)}&sort=${pick(SORTS)}&yearTo=${1940 + below(86)}&regs=${regs()}`,
    facets: () => `/api/v1/discover?${filters()}&facets=genre,type,year&regs=${regs()}`,
  };
};
