import { expect, it } from 'vitest';
import type { Title } from '#contracts/catalog.ts';
import type { Name } from '#contracts/people.ts';
import { biographiesOf, translationsOf } from './translations.map.ts';

const aka = (title: string, countryCode: string | null, languageCode: string | null, comment: string | null = null) =>
  ({ title, countryCode, languageCode, comment }) as const;
const called = (...rows: readonly ReturnType<typeof aka>[]) =>
  rows.map((row, ordering) => ({ ...row, country: null, language: null, original: false, ordering }));
const text = { page: '', revision: 1, pageUrl: 'https://w.example/', licence: 'CC BY-SA 4.0', shortened: false };
const titled = (akas: Title['akas'], plots: Title['plots'] = []) => ({ akas, plots }) as Title;
const shown = (title: Title) =>
  translationsOf(title, 'title').translations.map(
    ({ iso_639_1, iso_3166_1, data }) => `${iso_639_1}-${iso_3166_1} ${data.title}: ${data.overview}`,
  );

it('are the usual names: none with a remark, and of discs only where there is no other', () => {
  expect(
    shown(
      titled(
        called(
          ...[aka("Mario Puzo's Orbit", 'US', 'en', 'complete title'), aka('Arbeit', 'DE', 'de', 'working')],
          ...[aka('Orbit auf DVD', 'DE', 'de', 'dvd'), aka('Orbit', 'DE', 'de', 'imdbDisplay')],
          ...[aka('Orbite', 'FR', 'fr', 'tv'), aka('Everywhere', 'XWW', 'en'), aka('Nowhere', null, 'en')],
        ),
      ),
    ),
  ).toEqual(['de-DE Orbit: ', 'fr-FR Orbite: ']);
});

it('are in the language that most speak in their country where none is said', () => {
  expect(shown(titled(called(aka('Órbita', 'BR', null), aka('轨道', 'CN', 'cmn'))))).toEqual(['pt-BR Órbita: ']);
});

it('have the plots of their language, and a row where only a plot is known', () => {
  const plots = [
    { plot: 'Neu.', languageCode: 'de', ...text },
    { plot: 'Deutsch.', languageCode: 'German (Austria)', ...text },
    { plot: 'Nov.', languageCode: 'sl', ...text },
    { plot: 'Novo.', languageCode: 'pt', ...text },
    { plot: 'Novinho.', languageCode: 'pt-BR', ...text },
  ];
  const akas = called(aka('Bahn', 'AT', 'de'), aka('Órbita', 'BR', 'pt'), aka('Órbita', 'PT', 'pt'));
  expect(shown(titled(akas, plots))).toEqual([
    ...['de-AT Bahn: Neu.', 'pt-BR Órbita: Novinho.', 'pt-PT Órbita: Novo.', 'sl-SI : Nov.'],
  ]);
});

it('name a language in itself and in English', () => {
  const biographies = [{ biography: 'Ein Schauspieler.', languageCode: 'de', ...text }];
  expect(biographiesOf({ biographies } as unknown as Name).translations).toEqual([
    {
      ...{ iso_3166_1: 'DE', iso_639_1: 'de', name: 'Deutsch', english_name: 'German' },
      data: { biography: 'Ein Schauspieler.' },
    },
  ]);
  expect(biographiesOf({} as Name)).toEqual({ translations: [] });
});
