import { expect, it } from 'vitest';
import { CATALOG_SETTINGS } from './catalog.config.ts';

const languages = CATALOG_SETTINGS.find(({ key }) => key === 'SOURCES_LANGUAGES');

it.each(['en', 'de, fr', 'en,de,es,fr,it,pt', 'yue'])('%j are languages', (text) => {
  expect(languages?.takes?.read(text)).toEqual(text.split(/, ?/));
});

it.each(['', 'german', 'de_DE', 'de,de', 'DE', 'de;fr', Array.from({ length: 31 }, (_, at) => `a${at}`).join(',')])(
  '%j are none',
  (text) => {
    expect(languages?.takes?.read(text)).toBeNull();
  },
);
