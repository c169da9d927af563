import { expect, it } from 'vitest';
import { languageAsked, languageLiked } from './language.ts';

it.each([
  [undefined, ''],
  ['*', ''],
  ['de', 'de'],
  ['fr;q=0.3, pt-br;q=0.9, de;q=0.5', 'pt-BR'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['x-klingon, de-1996-x, sr-latn-rs;q=0.2', 'sr-Latn-RS'],
  ['\u00e9\u00e9;;q=,', ''],
])('%j likes %j best', (header, best) => {
  expect([languageLiked(header), languageLiked(header)]).toEqual([best, best]);
});

it('what is said counts before what is liked, also where it cannot be read', () => {
  const told = { parameter: 'language', byHeader: true };
  expect(languageAsked(told, { language: 'pt-br' }, 'de')).toBe('pt-BR');
  expect(languageAsked(told, { language: 'no language' }, 'de')).toBe('');
  expect(languageAsked(told, {}, 'de')).toBe('de');
  expect(languageAsked({ ...told, byHeader: false }, {}, 'de')).toBe('');
});
