import type { Page } from 'playwright-core';
import type { Bundle } from '#contracts/bundle.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openAdministration } from './admin.support.ts';

/** Records that are larger than those of the sample, and ways to their pages. */

const EDGE = 'edge-of-a-part';
const SEASONS = 20;
const EPISODES = 30;
const LONG = 'It goes on and on about the harbour and the ice. '.repeat(20);

export const SERIES = 'tt9100000';
export const PERSON = 'nm9100000';
const episodeId = (season: number, episode: number): string => `tt91${String(season * 100 + episode).padStart(5, '0')}`;

const all = <T>(many: number, make: (at: number) => T): T[] => Array.from({ length: many }, (_, at) => make(at + 1));
const episodes = all(SEASONS, (season) =>
  all(EPISODES, (episode) => ({
    imdbId: episodeId(season, episode),
    place: { season, episode },
    type: 'E' as const,
    title: `Watch ${season}.${episode}`,
    year: 1980 + season,
    releaseDate: `${1980 + season}-01-${String(episode).padStart(2, '0')}`,
  })),
).flat();

const common = {
  format: 'kinodex-bundle/1',
  exported: '2026-01-01T00:00:00.000Z',
  source: 'editor',
  picture: null,
} as const;

const BIG_SERIES: Bundle = {
  ...common,
  imdbId: SERIES,
  fields: { type: 'S', title: 'The Long Watch', originalTitle: 'Die lange Wache', year: 1981, plot: LONG },
  parts: {
    akas: all(45, (ordering) => ({
      title: `Watch ${ordering}`,
      countryCode: 'DE',
      languageCode: 'de',
      types: null,
      attributes: ['working title'],
      original: ordering === 1,
    })),
    trivias: [{ trivia: LONG }],
    trailers: [
      {
        name: 'Teaser',
        trailersQualities: [480, 1080, 720].map((quality) => ({
          quality,
          urlVideo: `https://videos.example/${quality}`,
        })),
      },
    ],
  },
  episodes,
};

const BIG_PERSON: Bundle = {
  ...common,
  imdbId: PERSON,
  fields: { name: 'Ada Longwatch', birthdate: '1950-05-17', dateOfDead: '2020-05-16', biography: LONG },
  parts: { salaries: all(25, (at) => ({ title: `Watch ${at}`, imdbId: null, year: 1990, salary: `${at} EUR` })) },
  credits: episodes.map(({ imdbId }, at) => ({
    imdbId,
    type: at % 2 === 0 ? ('ACTOR' as const) : ('DIRECTOR' as const),
    ordering: 1,
    main: true,
    characters: at % 2 === 0 ? ['The keeper'] : [],
    job: null,
    remark: null,
  })),
};

const isOf = (bundle: Bundle) => (bundle.imdbId.startsWith('nm') ? 'name' : 'movie');

/** The administration with a series of 20 seasons and a person of 600 credits. */
export const openRecords = async (db: Database) => {
  const at = await openAdministration(db);
  const session = await at.product.signIn('editor@example.org', { admin: true });
  const inject = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object | Buffer) => {
    const type = payload instanceof Buffer ? { 'content-type': `multipart/form-data; boundary=${EDGE}` } : {};
    const answer = await at.product.app.inject({
      method,
      url: `/api/admin/${path}`,
      ...(payload !== undefined && { payload }),
      headers: { authorization: `Bearer ${session}`, ...type },
    });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer.json();
  };
  const bring = (bundle: Bundle) =>
    inject(
      'POST',
      `imdb/import/${isOf(bundle)}`,
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(bundle)}\r\n--${EDGE}--\r\n`,
      ),
    );
  await bring(BIG_SERIES);
  await bring(BIG_PERSON);
  return { ...at, inject, bring };
};
export type Records = Awaited<ReturnType<typeof openRecords>>;

export const movieData = (id: string, more = ''): string => `/admin/movie-data?id=${id}${more}`;
export const nameData = (id: string, more = ''): string => `/admin/name-data?id=${id}${more}`;

export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
/** A row of a table, or a card where there is no room for one. */
export const lines = (page: Page) => page.locator('[data-part=table] tbody tr, [data-part=cards] > li');
/** What stands in a field of the card. */
export const fieldOf = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
/** The title of the card. */
export const cardOf = (page: Page, name: string) => page.locator('[data-part=record] h2', { hasText: name });
