import { describe, expect, it } from 'vitest';
import { clientCallOf } from './client-calls.ts';
import { LANGUAGES, writeCall } from './ready-calls.ts';

const ORIGIN = 'https://films.example.org';
const call = (path: string) => ({ address: ORIGIN + path, client: clientCallOf(ORIGIN + path) });

describe('the call of the client at an address', () => {
  it.each([
    ['/api/v1/movie/tt0068646', 'movie', { imdbId: 'tt0068646' }],
    ['/api/v1/movie/search?title=godfather&year=1972', 'movieSearch', { title: 'godfather', year: 1972 }],
    ['/api/v1/movie/tt0068646/similar-movies?regs=5', 'movieSimilarMovies', { imdbId: 'tt0068646', regs: 5 }],
    ['/api/v1/movie/tt0903747/season/1/episode/2', 'movieEpisode', { imdbId: 'tt0903747', season: '1', episode: '2' }],
    ['/api/v1/discover?genre=Crime,Drama&country=US|IT', 'discover', { genre: ['Crime', 'Drama'], country: 'US|IT' }],
    ['/api/v1/movie/tt0068646/actors?main=1', 'movieActors', { imdbId: 'tt0068646', main: true }],
    ['/api/v1/genres?token=kdx_1', 'genres', {}],
    ['/api/v1/movie/%zz?page=many', 'movie', { imdbId: '%zz', page: 'many' }],
    ['/api/v1/search?q=a+b%26c=d&&regs=2#x', 'search', { q: 'a b&c=d', regs: 2 }],
    ['/api/public/stats', 'publicStats', {}],
  ])('%s is %s', (path, name, input) => expect(clientCallOf(ORIGIN + path)).toEqual({ name, input }));

  it.each(['/api/user/token', '/api/v1/nothing', '/api/v1/movie/tt0068646/', '/docs'])('%s has none', (path) =>
    expect(clientCallOf(ORIGIN + path)).toBeNull(),
  );
});

describe('a ready call', () => {
  const godfather = call('/api/v1/movie/tt0068646?include=genres');

  it.each(LANGUAGES)('in %s says where and with which token, in few lines', (language) => {
    const text = writeCall(language, godfather, { text: 'kdx_1' });
    expect(text).toContain(ORIGIN);
    expect(text).toContain('kdx_1"');
    expect(text.split('\n').length).toBeLessThanOrEqual(4);
    const kept = writeCall(language, godfather, { variable: 'TOKEN' });
    expect(kept).toMatch(/\$TOKEN"|process\.env\.TOKEN|os\.environ\["TOKEN"\]/);
    expect(kept).not.toContain('undefined');
  });

  it('by the client is the method with what it is given', () => {
    expect(writeCall('Client', godfather, { text: 'kdx_1' })).toBe(
      [
        'import { createClient } from "kinodex-client";',
        'const kinodex = createClient({ baseUrl: "https://films.example.org", token: "kdx_1" });',
        'const data = await kinodex.movie({ imdbId: "tt0068646", include: ["genres"] });',
      ].join('\n'),
    );
    expect(writeCall('Client', call('/api/v1/genres'), { text: 'kdx_1' })).toContain('kinodex.genres();');
    expect(writeCall('Client', call('/api/user/token'), { text: 'kdx_1' })).toMatch(/^\/\/ kinodex-client has no/);
  });

  it('gives a shell nothing of its own to read', () => {
    expect(writeCall('curl', call('/api/v1/search?q=$100`a`!'), { text: 'kdx_1' })).toContain('q=%24100%60a%60%21"');
  });
});
