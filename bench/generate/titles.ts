import { missingId } from './ids.ts';
import type { Output } from './output.ts';
import type { Random } from './random.ts';
import type { Words } from './words.ts';

const GENRES = [
  'Drama',
  'Comedy',
  'Talk-Show',
  'News',
  'Short',
  'Documentary',
  'Reality-TV',
  'Romance',
  'Family',
  'Crime',
  'Action',
  'Adventure',
  'Horror',
  'Music',
  'Game-Show',
  'Sport',
  'Animation',
  'Sci-Fi',
  'Adult',
] as const;
const REGIONS = [
  'US',
  'JP',
  'FR',
  'DE',
  'IT',
  'ES',
  'IN',
  'GB',
  'BR',
  'PT',
  'RU',
  'GR',
  'HU',
  'PL',
  'XWW',
  'SUHH',
  'DDDE',
  'CA',
  'MX',
  'KR',
] as const;
const LANGUAGES = ['en', 'ja', 'fr', 'de', 'hi', 'cmn', 'yue', 'qbn', 'tr', 'sv'] as const;
const AKA_TYPES = ['imdbDisplay', 'alternative', 'working', 'dvd', 'tv', 'video', 'festival'] as const;
const ATTRIBUTES = [
  'literal title',
  'informal title',
  'reissue title',
  'alternative spelling',
  'dubbed version',
] as const;

/** Shares of a million titles. */
const TYPES: readonly (readonly [string, number])[] = [
  ['tvEpisode', 0.75],
  ['short', 0.092],
  ['movie', 0.062],
  ['video', 0.026],
  ['tvSeries', 0.024],
  ['tvMovie', 0.0135],
  ['tvMiniSeries', 0.0055],
  ['tvSpecial', 0.0045],
  ['videoGame', 0.0035],
  ['tvShort', 0.0009],
  ['tvPilot', 0.0001],
];
const EPISODE = 0;

const RATED = 0.137;
/**
 * How large a part of the rated titles has so many votes or more. Of the real ones some 30,000 of 1.6 million have 5,139 or
 * more (a third of those, by chance, lies beside the tests). What fewer have is assumed: half has 26 or more.
 */
const VOTES: readonly (readonly [share: number, votes: number])[] = [
  [1, 5],
  [0.9, 8],
  [0.75, 12],
  [0.5, 26],
  [0.25, 100],
  [0.1, 500],
  [0.0187, 5_139],
  [0.0094, 12_543],
  [0.00375, 43_321],
  [0.001875, 100_096],
  [0.000_56, 295_006],
  [0.000_187, 620_445],
  [0.000_056, 1_026_039],
  [0.000_000_6, 3_163_223],
];
const AKAS = 4.4;

/** What kind of title stands under each id, drawn before the rows so that episodes can find their series. */
const drawTypes = (random: Random, count: number) => {
  const types = new Uint8Array(count);
  const series: number[] = [];
  for (let i = 0; i < count; i++) {
    let rest = random.next();
    let type = 0;
    while (type < TYPES.length - 1 && rest >= (TYPES[type]?.[1] ?? 0)) rest -= TYPES[type++]?.[1] ?? 0;
    types[i] = type;
    const name = TYPES[type]?.[0];
    if (name === 'tvSeries' || name === 'tvMiniSeries') series.push(i);
  }
  return { types, series };
};

const genresOf = (random: Random): string => {
  if (random.chance(0.04)) return '\\N';
  const first = random.skewed(GENRES.length);
  const second = random.skewed(GENRES.length);
  return random.chance(0.5) || first === second ? `${GENRES[first]}` : [GENRES[first], GENRES[second]].sort().join(',');
};

/** Straight between the figures where both axes are logarithmic. */
const votesOf = (random: Random): number => {
  const share = Math.max(random.next(), VOTES.at(-1)?.[0] ?? 0);
  const at = VOTES.findIndex(([less]) => less <= share);
  const [low, few] = VOTES[at - 1] ?? [1, 5];
  const [high, many] = VOTES[at] ?? [low, few];
  const within = Math.log(share / low) / Math.log(high / low);
  return Math.round(few * (many / few) ** within);
};

/** A season and an episode number, with the odd ones that really occur. */
const placeOf = (random: Random, nth: number): string => {
  if (random.chance(0.12)) return '\\N\t\\N';
  if (random.chance(0.002)) return `1965\t${nth % 300}`;
  if (random.chance(0.001)) return `1\t${10_000 + nth}`;
  return random.chance(0.002) ? '1\t0' : `${1 + Math.floor(nth / 22)}\t${1 + (nth % 22)}`;
};

const akaRow = (random: Random, words: Words, id: string, ordering: number, title: string): string => {
  const region = random.chance(0.03) ? '\\N' : `${REGIONS[random.skewed(REGIONS.length, 1.5)]}`;
  const name = random.chance(0.25) ? words.foreignTitle(random.below(9)) : random.chance(0.5) ? title : words.title();
  const language = random.chance(0.6) ? '\\N' : `${LANGUAGES[random.below(LANGUAGES.length)]}`;
  const type = random.chance(0.45) ? '\\N' : `${AKA_TYPES[random.skewed(AKA_TYPES.length, 4)]}`;
  const types = type !== '\\N' && random.chance(0.005) ? `${type}\u0002tv` : type;
  const attribute = random.chance(0.95) ? '\\N' : `${ATTRIBUTES[random.below(ATTRIBUTES.length)]}`;
  return `${id}\t${ordering}\t${name}\t${region}\t${language}\t${types}\t${attribute}\t0`;
};

type Outputs = Readonly<Record<'basics' | 'ratings' | 'episode' | 'akas', Output>>;

/** Writes title.basics, title.ratings, title.episode and title.akas. */
export const writeTitles = (random: Random, words: Words, ids: readonly string[], out: Outputs): void => {
  const { types, series } = drawTypes(random, ids.length);
  const episodes = new Uint32Array(series.length + 1);
  ids.forEach((id, i) => {
    const type = types[i] ?? EPISODE;
    const isEpisode = type === EPISODE;
    // Many episodes are only numbered, so that thousands of titles are equal.
    const title =
      isEpisode && random.chance(0.35) ? `Episode #${1 + random.skewed(12)}.${1 + random.skewed(200)}` : words.title();
    const original = random.chance(0.03) ? words.foreignTitle(random.below(9)) : title;
    const year = random.chance(0.12) ? '\\N' : String(2026 - random.skewed(132, 3));
    const isSeries = TYPES[type]?.[0] === 'tvSeries';
    const end = isSeries && year !== '\\N' && random.chance(0.5) ? String(Number(year) + random.below(5)) : '\\N';
    const runtime = random.chance(0.65) ? '\\N' : String(1 + random.skewed(180, 1.2));
    out.basics.row(
      `${id}\t${TYPES[type]?.[0]}\t${title}\t${original}\t${random.chance(0.03) ? 1 : 0}\t${year}\t${end}\t${runtime}\t${genresOf(random)}`,
    );
    if (random.chance(RATED)) out.ratings.row(`${id}\t${(1 + random.below(91) / 10).toFixed(1)}\t${votesOf(random)}`);
    if (isEpisode) {
      const at = random.skewed(series.length, 2);
      const nth = episodes[at] ?? 0;
      episodes[at] = nth + 1;
      const parent = random.chance(0.003) ? missingId('tt', at) : (ids[series[at] ?? 0] ?? id);
      out.episode.row(`${id}\t${parent}\t${placeOf(random, nth)}`);
    }
    const akas = random.skewed(Math.round(AKAS * 2.6), 1.6);
    if (akas > 0) out.akas.row(`${id}\t1\t${original}\t\\N\t\\N\toriginal\t\\N\t1`);
    for (let n = 2; n <= akas + 1; n++) out.akas.row(akaRow(random, words, id, n, title));
  });
};
