import { expect, it } from 'vitest';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { parseRecordSearch } from './record-search.ts';

it('the address says which record, which tab and where in it', () => {
  const said = { id: 'tt68646', all: '1', tab: 'crew', page: '3', crew: 'WRITER', season: '2008', section: 'ACTOR' };
  expect(parseRecordSearch('movie')(said)).toEqual({ ...said, id: 'tt0068646', page: 3 });
  expect(parseRecordSearch('movie')({ season: 'none' })).toEqual({ season: 'none' });
});

it('what makes no sense in it is left out; a malformed id is for the server to refuse', () => {
  const strange = { id: 'zz1', all: 'yes', tab: 'info', page: '0', crew: 'KING', season: '-1', section: 4, more: 1 };
  expect(parseRecordSearch('movie')(strange)).toEqual({ id: 'zz1' });
  expect(parseRecordSearch('name')({ tab: 'akas' })).toEqual({});
  expect(parseRecordSearch('name')({ tab: 'filmography' })).toEqual({ tab: 'filmography' });
});

it('every record has its page', () => {
  expect([pageOfRecord('tt0000001').to, pageOfRecord('nm0000001').to]).toEqual([
    '/admin/movie-data',
    '/admin/name-data',
  ]);
});
