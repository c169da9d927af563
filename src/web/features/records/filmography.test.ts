import { expect, it } from 'vitest';
import { newestFirst, withText } from './filmography.ts';

const credit = (title: string, year: number | null) => ({ title, year, imdbId: 'tt0000001', remarks: null });
const CREDITS = [credit('Harbour', 1954), credit('Later', null), credit('Żółta Łódź', 2001), credit('Ice', 2001)];

it('is sorted by year, descending', () =>
  expect(newestFirst(CREDITS).map(({ title }) => title)).toEqual(['Żółta Łódź', 'Ice', 'Harbour', 'Later']));

it.each([
  ['', 4],
  ['zołta', 1],
  ['2001', 2],
  ['nothing', 0],
])('with %j are %s', (text, many) => expect(withText(CREDITS, text)).toHaveLength(many));
