import { describe, expect, it } from 'vitest';
import { readAsk } from './ask.rules.ts';

const none = { type: undefined, year: undefined };

describe('what is asked for', () => {
  it.each([
    [{ i: 'tt0000123' }, { for: 'title', of: { id: 'tt0000123' } }],
    [{ i: ' TT000000123 ' }, { for: 'title', of: { id: 'tt0000123' } }],
    [
      { i: 'tt0000123', t: 'other', s: 'other' },
      { for: 'title', of: { id: 'tt0000123' } },
    ],
    [
      { t: 'Orbit', s: 'other' },
      { for: 'title', of: { title: 'Orbit', ...none } },
    ],
    [
      { t: 'Orbit', y: '1999', type: 'Series' },
      { for: 'title', of: { title: 'Orbit', type: 'series', year: 1999 } },
    ],
    [{ t: 'Orbit', y: '2004–2009' }, { of: { year: 2004 } }],
    [{ t: 'Orbit', y: '2008-' }, { of: { year: 2008 } }],
    [
      { i: 'tt0000123', Season: '2' },
      { for: 'season', season: 2 },
    ],
    [
      { i: 'tt0000123', Season: '0', Episode: '10' },
      { for: 'episode', season: 0, episode: 10 },
    ],
    [{ i: 'tt0000123', Episode: '10' }, { for: 'title' }],
    [{ s: 'orbit' }, { for: 'list', words: 'orbit', page: 1, ...none }],
    [
      { s: 'orbit', page: '7', type: 'game' },
      { for: 'list', page: 7, type: 'game' },
    ],
  ])('%j', (query, ask) => expect(readAsk(query)).toMatchObject(ask));

  it.each([
    [{}, 'malformed_id'],
    [{ y: '1999' }, 'malformed_id'],
    [{ i: 'tt596799' }, 'malformed_id'],
    [{ i: 'nm0000123' }, 'malformed_id'],
    [{ i: 'tt0000000' }, 'malformed_id'],
    [{ i: "tt0000123' or 1=1" }, 'malformed_id'],
    [{ t: 'Orbit', y: 'abc' }, 'invalid_parameter'],
    [{ t: 'Orbit', y: '19' }, 'invalid_parameter'],
    [{ t: 'Orbit', type: 'person' }, 'invalid_parameter'],
    [{ i: 'tt0000123', Season: 'x' }, 'invalid_parameter'],
    [{ i: 'tt0000123', Season: '1', Episode: '-1' }, 'invalid_parameter'],
    [{ s: 'orbit', page: '0' }, 'invalid_parameter'],
    [{ s: 'orbit', page: '1.5' }, 'invalid_parameter'],
    [{ s: 'orbit', page: '9999999' }, 'invalid_parameter'],
    [{ i: 'tt0000123', callback: 'alert(1)' }, 'invalid_parameter'],
  ])('%j is refused', (query, reason) => expect(() => readAsk(query)).toThrow(expect.objectContaining({ reason })));
});
