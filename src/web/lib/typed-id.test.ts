import { expect, it } from 'vitest';
import { typedId } from './typed-id.ts';

it.each([
  ['tt0068646', 'tt0068646'],
  [' TT68646 ', 'tt0068646'],
  ['tt00068646', 'tt0068646'],
  ['nm0000199', 'nm0000199'],
  ['https://www.imdb.com/title/tt0068646/?ref_=nv_sr_1', 'tt0068646'],
  ['https://m.imdb.com/de/name/nm0000199', 'nm0000199'],
  ['imdb.com/title/tt0903747#cast', 'tt0903747'],
  ['tt10648342', 'tt10648342'],
])('%s is %s', (text, id) => expect(typedId(text)).toBe(id));

it.each(['', 'tt', 'tt0', 'The Godfather', 'xtt0068646', 'tt0068646x', 'tt12345678901'])('%s is none', (text) =>
  expect(typedId(text)).toBeNull(),
);
