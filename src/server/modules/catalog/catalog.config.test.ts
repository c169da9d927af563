import { expect, it } from 'vitest';
import { CATALOG_SETTINGS } from './catalog.config.ts';

const settings = new Map(CATALOG_SETTINGS.map((setting) => [setting.key, setting]));
const languages = settings.get('SOURCES_LANGUAGES');

it.each(['en', 'de, fr', 'en,de,es,fr,it,pt', 'yue'])('%j are languages', (text) => {
  expect(languages?.takes?.read(text)).toEqual(text.split(/, ?/));
});

it.each(['', 'german', 'de_DE', 'de,de', 'DE', 'de;fr', Array.from({ length: 31 }, (_, at) => `a${at}`).join(',')])(
  '%j are none',
  (text) => {
    expect(languages?.takes?.read(text)).toBeNull();
  },
);

it('does not offer to leave out what editors have changed, but takes it where it is named', () => {
  const { takes, description } = settings.get('SOURCES_PUBLIC') ?? {};
  expect([takes?.words, description].join()).not.toMatch(/editor\b/);
  expect(takes?.read('sample,editor')).toEqual(['sample', 'editor']);
});
