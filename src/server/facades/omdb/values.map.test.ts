import { describe, expect, it } from 'vitest';
import { TITLE_TYPES } from '#contracts/catalog.ts';
import {
  dayInDigits,
  dayInWords,
  dollars,
  known,
  minutes,
  omdbType,
  posterOf,
  ratingOf,
  typesOf,
  votesOf,
  yearsOf,
} from './values.map.ts';

it.each([
  ['M', 2010, null, '2010'],
  ['M', 2010, 2012, '2010'],
  ['M', null, null, 'N/A'],
  [null, 2010, null, '2010'],
  ['S', 2004, 2009, '2004–2009'],
  ['S', 2001, 2001, '2001'],
  ['S', 2008, null, '2008–'],
  ['S', null, 2008, 'N/A'],
  ['TVMS', 2001, null, '2001'],
  ['TVMS', 2001, 2002, '2001–2002'],
  ['E', 2001, null, '2001'],
] as const)('the years of %s from %s to %s are %s', (type, year, endYear, words) =>
  expect(yearsOf({ type, year, endYear })).toBe(words),
);

it.each([
  ['2010-07-09', '09 Jul 2010', '2010-07-09'],
  ['1900-12-31', '31 Dec 1900', '1900-12-31'],
  ['2010-07', 'N/A', 'N/A'],
  ['2010', 'N/A', 'N/A'],
  [null, 'N/A', 'N/A'],
])('the day %s is %s, and in a list %s', (date, inWords, inDigits) =>
  expect([dayInWords(date), dayInDigits(date)]).toEqual([inWords, inDigits]),
);

it.each([
  [votesOf(600_845, 'M'), '600,845'],
  [votesOf(9_471, 'E'), '9471'],
  [votesOf(0, 'M'), '0'],
  [votesOf(null, 'M'), 'N/A'],
  [ratingOf(8), '8.0'],
  [ratingOf(7.6), '7.6'],
  [ratingOf(0), '0.0'],
  [ratingOf(null), 'N/A'],
  [dollars(251_683_815), '$251,683,815'],
  [dollars(undefined), 'N/A'],
  [minutes(95), '95 min'],
  [minutes(null), 'N/A'],
  [known(0), '0'],
  [known(''), 'N/A'],
  [posterOf(null), 'N/A'],
  [posterOf('https://films.example/tt1'), 'https://films.example/tt1.jpg?w=342'],
])('%s is written %s', (written, words) => expect(written).toBe(words));

describe('the types', () => {
  it('stand each for one of OMDb, and back', () => {
    for (const type of TITLE_TYPES) expect(typesOf(omdbType(type))).toContain(type);
    expect(typesOf('movie')).toEqual(['M', 'TVM', 'TVS', 'SH', 'V']);
    expect(typesOf('series')).toEqual(['S', 'TVMS']);
    expect([typesOf('episode'), typesOf('game')]).toEqual([['E'], ['VG']]);
  });
});
