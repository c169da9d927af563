/**
 * How much of the data API's speed the answers of façades have: a title of the same catalogue, asked of both in turns of two
 * seconds, kept ready and not; ends with 1 when a ratio is below its gate.
 * `node bench/facades.ts [--rounds 3] [--only hot] [--profile folder]`: as bench/http.ts.
 */
import type { Database } from '#server/platform/db/database.ts';
import { compare } from './compare.ts';
import { onSample } from './sample.ts';
import type { Side } from './turns.ts';

/** The parts that OMDb's answer is made from, so that both read the same. */
const SAME = 'actors,awards,business,countries,crew,genres,languages';
/** What TMDB's five parts are made from. */
const FIVE = 'actors,crew,genres,countries,languages,business,keywords,trailers';
const PARTS = 'credits,external_ids,videos,keywords,release_dates';
const HOT_GATE = 0.9;

const run = async ({ connection }: Database, token: string): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${token}` };
  const hot = { as: 'product', connection, cached: true, audit: true } as const;
  const cold = { ...hot, cached: false } as const;
  const v1 = (is: Side['is'], query = ''): Side => ({
    ...{ name: `v1${query && ', the same parts'}`, is, path: `/api/v1/movie/tt0068646${query}`, headers },
  });
  // The way that clients of OMDb have to take.
  const inQuery: Side = { name: 'v1, its token in the query', is: hot, path: `/api/v1/movie/tt0068646?token=${token}` };
  const omdb = (is: Side['is']): Side => ({ name: 'OMDb', is, path: `/omdb/?apikey=${token}&i=tt0068646` });
  const tmdb = (is: Side['is'], query = ''): Side => ({
    ...{ name: `TMDB${query && ', five parts'}`, is, path: `/tmdb/3/movie/1000068646${query}`, headers },
  });
  const checks = [
    await compare('hot title of OMDb against v1', v1(hot), omdb(hot), HOT_GATE),
    await compare('hot title of OMDb against v1 with its token in the query', inQuery, omdb(hot), null),
    await compare('cold title of OMDb against v1', v1(cold, `?include=${SAME}`), omdb(cold), null),
    await compare('hot title of TMDB against v1', v1(hot), tmdb(hot), HOT_GATE),
    await compare(
      'cold title of TMDB with five parts against v1',
      v1(cold, `?include=${FIVE}`),
      tmdb(cold, `?append_to_response=${PARTS}`),
      null,
    ),
  ];
  return checks.every(Boolean);
};

await onSample(run);
