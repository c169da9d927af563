import { describe, expect, it } from 'vitest';
import { sourceConforms } from '#test/support/source-conformance.ts';
import { createSample } from './source.ts';

const source = createSample();
const { signal } = new AbortController();

sourceConforms({
  open: createSample,
  title: { site: 'imdb', id: 'tt0068646' },
  person: { site: 'imdb', id: 'nm0000199' },
  unknown: { title: { site: 'tmdb', id: '999999999' }, person: { site: 'imdb', id: 'nm9999999' } },
  words: 'the godf',
  service: null,
  secrets: [],
});

const candidates = async (kind: 'movie' | 'name', words: string, year: number | null = null) =>
  (await source.search?.({ kind, words, year }, { signal })) ?? [];

describe('the embedded catalogue as a source', () => {
  it('finds a title by its id at TMDB', async () => {
    expect(await source.fetchTitle({ site: 'tmdb', id: '1396' }, { signal })).toMatchObject({
      record: { id: 903747, title: 'Breaking Bad', ids: [{ site: 'tmdb', id: '1396' }] },
      picture: 'drawn',
    });
  });

  it('tells of a series with its episodes, and of an episode alone', async () => {
    const series = await source.fetchTitle({ site: 'imdb', id: 'tt0903747' }, { signal });
    if (series === 'unknown') throw new Error('Breaking Bad is gone');
    expect(series.others.titles.map(({ episode }) => episode?.series)).toContain(903747);
    const [episode] = series.others.titles;
    expect(await source.fetchTitle({ site: 'imdb', id: 'tt0959621' }, { signal })).toMatchObject({ record: episode });
  });

  it('finds by the beginnings of words, exact names first, in any writing', async () => {
    expect((await candidates('movie', 'godfather')).map(({ name }) => name)).toEqual([
      'The Godfather',
      'The Godfather Part II',
    ]);
    expect(await candidates('name', 'AL PACINO')).toMatchObject([{ name: 'Al Pacino', type: null, year: 1940 }]);
    expect(await candidates('movie', 'godfather', 1974)).toMatchObject([{ name: 'The Godfather Part II' }]);
    expect(await candidates('movie', 'godfather pacino')).toEqual([]);
  });
});
