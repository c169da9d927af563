import { expect, it } from 'vitest';
import { safeText } from './mask.ts';

const TOKEN = 'kdx_abcdefghijklmnopqrstuvwxyzABCDEF123456';

it.each([
  [`/omdb/?apikey=${TOKEN}&i=tt0068646`, '/omdb/?apikey=kdx_abcd…&i=tt0068646'],
  [`/omdb/?i=tt0068646&APIKEY=${TOKEN}`, '/omdb/?i=tt0068646&APIKEY=kdx_abcd…'],
  [`/api/v1/genres?token=${TOKEN}`, '/api/v1/genres?token=kdx_abcd…'],
  [`/tmdb/3/movie/7?api_key=${TOKEN}&language=en`, '/tmdb/3/movie/7?api_key=kdx_abcd…&language=en'],
  [`/omdb/?apikey=${TOKEN}&token=${TOKEN}`, '/omdb/?apikey=kdx_abcd…&token=kdx_abcd…'],
  [`/omdb/?apikey=${TOKEN}&t=a%0Ab`, '/omdb/?apikey=kdx_abcd…&t=a%0Ab'],
  [`/omdb/?apikey=${TOKEN}&t=a\nb`, '/omdb/?apikey=kdx_abcd…&t=a\\u{a}b'],
  [`/omdb/?apikey=${TOKEN}&password=secret`, '/omdb/?apikey=kdx_abcd…&password=…'],
  [`/omdb/?password=secret&apikey=${TOKEN}`, '/omdb/?password=…&apikey=kdx_abcd…'],
  [`/omdb/?apikey=${TOKEN}.part&i=1`, '/omdb/?apikey=kdx…&i=1'],
  [`/omdb/?apikey=${TOKEN}#x`, '/omdb/?apikey=kdx_abcd…#x'],
  ['/omdb/?apikey=kdx_abc&i=1', '/omdb/?apikey=k…&i=1'],
  ['/omdb/?apikey=1234567890', '/omdb/?apikey=12…'],
  [`/omdb/${TOKEN}?q=${TOKEN}`, '/omdb/kdx_abcd…?q=kdx_abcd…'],
  [`apikey=${TOKEN}`, 'apikey=kdx_abcd…'],
])('%s is kept as %s', (text, kept) => expect(safeText(text, 2_000)).toBe(kept));

it('is cut to what fits', () => {
  expect(safeText(`/omdb/?apikey=${TOKEN}&t=${'ab,'.repeat(40)}`, 30)).toBe('/omdb/?apikey=kdx_abcd…&t=ab,a');
});
