import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

// Plots and biographies in the language of whoever asks.

const FROM = {
  page: 'Der Pate (Film)',
  revision: 240_000_001,
  pageUrl: 'https://de.wikipedia.example/wiki/Der_Pate',
  licence: 'CC BY-SA 4.0',
  shortened: true,
} as const;
const PLOT = { plot: 'Ein Mafiaboss sucht einen Nachfolger.', languageCode: 'de', ...FROM };
const BIOGRAPHY = { biography: 'Ein Schauspieler.', languageCode: 'de', ...FROM };

const db = await testDatabase();
let product: ProductInMemory;
const tell = () =>
  db.transaction((tx) =>
    applyRecords(
      tx,
      {
        titles: [{ id: 68646, lists: { plots: [PLOT] } }],
        people: [{ id: 199, lists: { biographies: [BIOGRAPHY] } }],
      },
      'wikipedia',
    ),
  );
beforeAll(async () => {
  product = await productOn(db);
  await tell();
});
afterAll(() => product.close());

const FILM = '/api/v1/movie/tt0068646';
const PERSON = '/api/v1/name/nm0000199';
const told = async (url: string, from = product) => (await from.get(url)).json().data;
const facade = async (url: string) => (await product.app.inject({ url: url.replace('KEY', product.token) })).json();
const ORIGIN = { languageCode: 'de', ...FROM };

describe('texts in a language', () => {
  it('are told where they are known, with where they come from; the rest stays as it is', async () => {
    const [plain, german] = [await told(FILM), await told(`${FILM}?language=de-AT`)];
    expect(german).toEqual({ ...plain, title: 'Der Pate', plot: PLOT.plot, plotFrom: ORIGIN });
    expect(await told(`${PERSON}?language=de`)).toEqual({
      ...(await told(PERSON)),
      biography: BIOGRAPHY.biography,
      biographyFrom: ORIGIN,
    });
  });

  it('are the own ones for who asks for English, for a language of which none is known, and for nothing', async () => {
    const { plot } = await told(FILM);
    for (const query of ['?language=en', '?language=sw', ''])
      expect(await told(`${FILM}${query}`)).toMatchObject({ plot });
    expect('plotFrom' in (await told(`${FILM}?language=sw`))).toBe(false);
  });

  it('are told without the id beside them, in batches and in a list of their own', async () => {
    expect(await told(`${FILM}?fields=plot&language=de`)).toEqual({ plot: PLOT.plot, plotFrom: ORIGIN });
    expect(await told(`${PERSON}?fields=biography&language=de`)).toMatchObject({ biography: BIOGRAPHY.biography });
    const batch = await product.app.inject({
      ...{ method: 'POST', url: '/api/v1/batch?language=de' },
      headers: { authorization: `Bearer ${product.token}` },
      payload: { ids: ['tt0068646', 'nm0000199'], fields: ['plot', 'biography'] },
    });
    expect(batch.json().data).toMatchObject([
      { data: { plot: PLOT.plot } },
      { data: { biography: BIOGRAPHY.biography } },
    ]);
    expect(await told(`${FILM}/plots`)).toEqual([PLOT]);
    expect(await told(`${PERSON}/biographies`)).toEqual([BIOGRAPHY]);
    expect((await told(`${FILM}?include=plots`)).plots).toEqual([PLOT]);
  });

  it('are told to clients of TMDB', async () => {
    expect((await facade('/tmdb/3/movie/tt0068646?api_key=KEY&language=de-DE')).overview).toBe(PLOT.plot);
    expect((await facade('/tmdb/3/movie/tt0068646?api_key=KEY')).overview).not.toBe(PLOT.plot);
    const person = '/tmdb/3/person/1000000199?api_key=KEY';
    expect((await facade(`${person}&language=de-DE`)).biography).toBe(BIOGRAPHY.biography);
    expect((await facade(person)).biography).not.toBe(BIOGRAPHY.biography);
  });

  it('are told to clients of OMDb, short plots too, which are in the own language only', async () => {
    const plot = async (query: string) => (await facade(`/omdb/?apikey=KEY&i=tt0068646${query}`)).Plot;
    expect([await plot('&language=de'), await plot('&language=de&plot=full')]).toEqual([PLOT.plot, PLOT.plot]);
    expect(await plot('')).not.toBe(PLOT.plot);
  });

  it('are told of episodes, and among the translations that clients of TMDB read', async () => {
    const episode = { id: 959621, lists: { plots: [{ ...PLOT, plot: 'Der Anfang.' }] } };
    await db.transaction((tx) => applyRecords(tx, { titles: [episode], people: [] }, 'wikipedia'));
    const first = '/tmdb/3/tv/1396/season/1/episode/1?api_key=KEY&language=de';
    expect((await facade(first)).overview).toBe('Der Anfang.');
    const found = await facade('/tmdb/3/find/tt0959621?api_key=KEY&external_source=imdb_id&language=de');
    expect(found.tv_episode_results).toMatchObject([{ overview: 'Der Anfang.' }]);
    const film = await facade('/tmdb/3/movie/tt0068646/translations?api_key=KEY');
    expect(film.translations).toContainEqual(
      expect.objectContaining({ name: 'Deutsch', data: expect.objectContaining({ overview: PLOT.plot }) }),
    );
    const person = await facade('/tmdb/3/person/nm0000199?api_key=KEY&append_to_response=translations');
    expect(person.translations.translations).toMatchObject([{ data: { biography: BIOGRAPHY.biography } }]);
  });

  it('of sources that are not to be published are not told', async () => {
    await db.query(`update configuration set value1 = 'sample' where key = 'SOURCES_PUBLIC'`);
    const closed = await productOn(db);
    const [film, person] = [
      await told(`${FILM}?language=de&include=plots`, closed),
      await told(`${PERSON}?language=de`, closed),
    ];
    await closed.close();
    await db.query(`update configuration set value1 = '' where key = 'SOURCES_PUBLIC'`);
    expect([film.plotFrom, film.plots, person.biographyFrom]).toEqual([undefined, [], undefined]);
  });

  it('are written once, and stay where an editor has locked them', async () => {
    expect(await tell()).toEqual({ titles: 0, people: 0 });
    const mine = { ...PLOT, plot: 'Meins.' };
    const asEditor = { titles: [{ id: 68646, lists: { plots: [mine] } }], people: [] };
    await db.transaction((tx) => applyRecords(tx, asEditor, 'editor'));
    expect(await tell()).toEqual({ titles: 0, people: 0 });
    expect(await told(`${FILM}/plots?page=1`)).toEqual([mine]);
  });
});
