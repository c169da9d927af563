import { expect, it } from 'vitest';
import { readPriorities } from './priority.rules.ts';

it('reads fields with their sources in order', () => {
  const read = readPriorities(' plot=omdb,tmdb\n akas=bundle ');
  expect([...(read ?? [])]).toEqual([
    ['plot', ['omdb', 'tmdb']],
    ['akas', ['bundle']],
  ]);
  expect([...(readPriorities('') ?? [1])]).toEqual([]);
});

it.each(['plot', 'plot=', 'plot=omdb,', 'plot=omdb,omdb', 'plot=nobody', 'plot=imdb-datasets', 'plot=sample'])(
  'does not read %s',
  (text) => {
    expect(readPriorities(text)).toBeNull();
  },
);

it.each(['plotted=omdb', 'plot=omdb plot=tmdb', 'season=tmdb', '__proto__=tmdb'])('does not read %s', (text) => {
  expect(readPriorities(text)).toBeNull();
});
