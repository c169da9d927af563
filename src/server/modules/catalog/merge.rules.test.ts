import { describe, expect, it } from 'vitest';
import { mayWrite, placeOf, ranksOf, takesField, takesPart, takesRecord } from './merge.rules.ts';

const by = (source: Parameters<typeof takesRecord>[0], locked = false) => ({ source, locked });

describe('a field', () => {
  it('is taken by the higher rank, and filled by anyone', () => {
    const both = { held: 'Old', told: 'New' };
    expect(takesField('imdb-datasets', by('tmdb'), both)).toBe(true);
    expect(takesField('tmdb', by('imdb-datasets'), both)).toBe(false);
    expect(takesField('tmdb', by('tmdb'), both)).toBe(true);
    for (const source of ['imdb-datasets', 'tmdb', 'omdb', 'wikidata', 'bundle'] as const) {
      expect(takesField(source, by('sample'), both)).toBe(true);
      expect(takesField('sample', by(source), both)).toBe(false);
    }
    for (const empty of [null, []]) expect(takesField('sample', by('tmdb'), { held: empty, told: 'New' })).toBe(true);
  });

  it('may have an order of its own, behind the datasets', () => {
    const ranks = ranksOf('plot', new Map([['plot', ['omdb', 'tmdb']]]));
    expect(ranks).toEqual(['imdb-datasets', 'omdb', 'tmdb', 'wikidata', 'wikipedia', 'bundle', 'sample']);
    expect(takesField('omdb', by('tmdb'), { held: 'Old', told: 'New', ranks })).toBe(true);
    expect(takesField('tmdb', by('omdb'), { held: 'Old', told: 'New', ranks })).toBe(false);
    expect(takesPart('omdb', by('tmdb'), true, true, ranks)).toBe(true);
    expect(ranksOf('rated', new Map([['plot', ['omdb']]]))[1]).toBe('tmdb');
  });

  it('is emptied by its own source only, and the sample by any', () => {
    for (const told of [null, []]) {
      const silent = { held: 'Old', told };
      expect(takesField('imdb-datasets', by('tmdb'), silent)).toBe(false);
      expect(takesField('tmdb', by('tmdb'), silent)).toBe(true);
      expect(takesField('tmdb', by('sample'), silent)).toBe(true);
    }
  });

  it('is an editor’s where it is locked, and anybody’s where an editor has unlocked it', () => {
    const both = { held: 'Old', told: 'New' };
    expect(takesField('imdb-datasets', by('editor', true), both)).toBe(false);
    expect(takesField('imdb-datasets', by('tmdb', true), { held: null, told: 'New' })).toBe(false);
    expect(takesField('sample', by('editor'), both)).toBe(true);
    expect(takesField('editor', by('imdb-datasets', true), { held: 'Old', told: null })).toBe(true);
  });

  it('has the fuller of two dates that begin alike, whoever says it but the sample', () => {
    const year = { held: '1901-03', told: '1901', date: true };
    const day = { held: '1901-03', told: '1901-03-04', date: true };
    expect(takesField('imdb-datasets', by('tmdb'), year)).toBe(false);
    expect(takesField('imdb-datasets', by('tmdb'), { ...year, date: false })).toBe(true);
    expect(takesField('imdb-datasets', by('tmdb'), { ...year, told: '1902' })).toBe(true);
    expect(takesField('imdb-datasets', by('imdb-datasets'), year)).toBe(true);
    expect(takesField('imdb-datasets', by('sample'), year)).toBe(true);
    expect(takesField('tmdb', by('imdb-datasets'), day)).toBe(true);
    expect(takesField('sample', by('imdb-datasets'), day)).toBe(false);
    expect(takesField('tmdb', by('imdb-datasets'), { ...day, told: '1902-03-04' })).toBe(false);
  });
});

describe('a part', () => {
  it('is taken by the higher rank that has rows of it, and filled by anyone', () => {
    expect(takesPart('imdb-datasets', by('tmdb'), true, true)).toBe(true);
    expect(takesPart('tmdb', by('imdb-datasets'), true, true)).toBe(false);
    expect(takesPart('tmdb', by('imdb-datasets'), false, true)).toBe(true);
    expect(takesPart('imdb-datasets', by('editor', true), true, true)).toBe(false);
    expect(takesPart('editor', by('editor', true), true, false)).toBe(true);
  });

  it('is emptied by its own source only', () => {
    expect(takesPart('tmdb', by('tmdb'), true, false)).toBe(true);
    for (const other of ['sample', 'omdb'] as const) expect(takesPart('tmdb', by(other), true, false)).toBe(false);
  });
});

describe('a record', () => {
  it('becomes the own of a source that ranks no lower, and never an editor’s', () => {
    expect(takesRecord('imdb-datasets', 'sample')).toBe(true);
    expect(takesRecord('tmdb', 'imdb-datasets')).toBe(false);
    expect(takesRecord('editor', 'sample')).toBe(false);
  });

  it('that an editor has made is written by editors only', () => {
    expect(mayWrite('imdb-datasets', 'editor')).toBe(false);
    expect(mayWrite('editor', 'editor')).toBe(true);
    expect(mayWrite('sample', 'imdb-datasets')).toBe(true);
  });
});

describe('an episode', () => {
  const [here, there] = [1, 2].map((series) => ({ series, season: 1, number: 1 }));
  const [old, told] = [here ?? null, there ?? null];
  it('leaves a series that is open, for one that is', () => {
    expect(placeOf(old, told, false, () => true)).toBe(told);
    expect(placeOf(old, null, false, () => true)).toBe(null);
    expect(placeOf(old, told, false, (series) => series === 2)).toBe(old);
    expect(placeOf(old, told, false, (series) => series === 1)).toBe(null);
    expect(placeOf(null, told, false, (series) => series === 1)).toBe(null);
    expect(placeOf(old, told, true, () => true)).toBe(old);
  });
});
