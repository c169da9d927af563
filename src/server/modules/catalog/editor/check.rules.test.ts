import { describe, expect, it } from 'vitest';
import { type Facts, findingsOf, isBefore } from './check.rules.ts';

const SOUND: Facts = {
  document: 'fresh',
  picture: true,
  loop: false,
  orphans: 0,
  isLost: false,
  seasons: [1, 2, 3],
  votes: 10,
  rating: 7,
  doubleAkas: 0,
  dates: [['1954', '1954-05', 'Year and release']],
  age: { days: 7, refresh: 7 },
};
const found = (more: Partial<Facts>) =>
  findingsOf({ ...SOUND, ...more }).map(({ check, message, fix }) => [check, message, fix]);

describe('a record', () => {
  it('that is sound has no findings', () => expect(findingsOf(SOUND)).toEqual([]));

  it.each<[Partial<Facts>, string, string, string | null]>([
    [{ document: 'missing' }, 'document_missing', 'There is no search document: searches do not find it.', 'reindex'],
    [{ document: 'stale' }, 'document_stale', 'The search document is not that of the record as it is.', 'reindex'],
    [{ loop: true }, 'redirect_loop', 'A redirect leads from here back to here.', 'unredirect'],
    [{ orphans: 1 }, 'orphans', '1 episode is in the list and not in the catalogue.', 'orphans'],
    [{ orphans: 2_000 }, 'orphans', '2,000 episodes are in the list and not in the catalogue.', 'orphans'],
    [{ seasons: [1, 3] }, 'season_gaps', 'Season 2 is missing.', 'fetch'],
    [{ seasons: [3, 5] }, 'season_gaps', 'Seasons 1, 2, 4 are missing.', 'fetch'],
    [{ seasons: [9, 1, 2_000_000_000] }, 'season_gaps', 'Seasons 2–8, 10–1999999999 are missing.', 'fetch'],
    [{ seasons: [2001, 1999] }, 'season_gaps', 'Season 2000 is missing.', 'fetch'],
    [{ isLost: true }, 'orphan', 'This episode belongs to no series of the catalogue.', 'fetch'],
    [{ rating: null }, 'rating_missing', 'There are votes and no rating.', 'fetch'],
    [{ doubleAkas: 1 }, 'akas', '1 aka says what another one says.', 'akas'],
    [{ picture: false }, 'picture', 'There is no picture.', 'fetch'],
    [{ age: { days: 8, refresh: 7 } }, 'old', 'The source was last asked 8 days ago; it should be every 7.', 'fetch'],
    [
      { dates: [['1960', '1959-12-31', 'Year and release']] },
      'dates',
      'Year and release: 1959-12-31 is before 1960.',
      null,
    ],
  ])('with %j is told of', (more, check, message, fix) => expect(found(more)).toEqual([[check, message, fix]]));

  it('without votes needs no rating, and of a source that never changes none is too old', () => {
    expect(found({ votes: null, rating: null, age: { days: 9_999, refresh: null }, seasons: [] })).toEqual([]);
  });
});

it.each([
  ['1959', '1960', true],
  ['1960-05', '1960', false],
  ['1960', '1960-05', false],
  ['1960-04', '1960-05-01', true],
  ['1960-05-01', '1960-05-01', false],
])('%s is before %s: %s', (second, first, is) => expect(isBefore(second, first)).toBe(is));
