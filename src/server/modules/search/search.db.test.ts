import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { addPeople, addTitles, type Draft, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });
const first = { offset: 0, limit: 20 };

const FILLER: readonly Draft[] = Array.from({ length: 12_000 }, (_, at) => ({
  id: 100_000 + at,
  title: `Common Chronicle ${at}`,
  type: at % 2 === 0 ? 'E' : 'M',
  year: 1950 + (at % 70),
  ...(at % 100 === 0 && { votes: at + 1, rating: 6 }),
}));

beforeAll(async () => {
  await addTitles(db, [
    {
      id: 1,
      title: 'The Lantern Keeper',
      original: 'Le Gardien de la Lanterne',
      year: 1972,
      votes: 2_000_000,
      rating: 9.2,
      akas: ['El Farolero', 'Фонарщик', '灯籠の番人', 'حارس الفانوس', '등불지기'],
    },
    { id: 2, title: 'The Lantern Keeper II', year: 1974, votes: 900_000, rating: 8.9 },
    { id: 3, title: 'Lantern', year: 1999, votes: 40 },
    { id: 4, title: 'Q', year: 1931, votes: 150_000 },
    { id: 5, title: 'π', year: 1998, votes: 90_000 },
    { id: 6, title: '$', year: 1971, votes: 3_000 },
    { id: 7, title: 'Żółta Łódź', year: 2001, votes: 300 },
    { id: 8, title: 'Der große Fluß', year: 1960, votes: 120 },
    { id: 9, title: "Harbour-Man's Tale", year: 2010, votes: 5_000 },
    { id: 10, title: 'Lantern Nights', year: 2015, adult: true, votes: 800_000 },
    { id: 11, title: 'Lantern of Paper', year: 2005, source: 'tmdb', votes: 700 },
    { id: 12, title: 'It', year: 1990, votes: 10 },
    { id: 13, title: 'It Rained', year: 1991, votes: 500_000 },
    { id: 14, title: '千と千尋の夜', year: 2002, votes: 70_000 },
    { id: 15, title: 'दिल का दरिया', year: 2003, votes: 700 },
    { id: 16, title: 'Quixote Rides', year: 2004, votes: 4_000 },
    { id: 17, title: 'Year Walk', year: 1984, votes: 100 },
    { id: 18, title: 'Year Walk', year: 1994, type: 'S', votes: 100_000 },
    { id: 19, title: 'Salt & Thunder', year: 1985, votes: 60_000, akas: ['Salz und Donner', 'Sal y Trueno'] },
    { id: 20, title: 'Storm and Silence', year: 1986, votes: 50_000 },
    { id: 21, title: 'The Judge Rides', year: 1987, votes: 80_000 },
    { id: 22, title: 'Le Juge et the Tower', year: 1988, votes: 20_000 },
    { id: 23, title: 'Copper Belfry', year: 1989, votes: 30_000 },
    ...[24, 25, 26, 27].map((id) => ({ id, title: `Belfrey House ${id}`, votes: 9_000 })),
    { id: 28, title: 'Copper Orchard', year: 1989, votes: 30_000 },
    { id: 34, title: '& Marigolds', year: 1992, votes: 100 },
    ...[29, 30, 31, 32, 33].map((id) => ({ id, title: `Orcharde House ${id}`, votes: 9_000 })),
  ]);
  await addPeople(db, [
    { id: 1, name: 'Aldo Lanternari', knownFor: [1, 2], birthName: 'Aldebrando Lanternari', also: ['Al Quimby'] },
    { id: 2, name: 'Bjørk Ångström', knownFor: [7] },
    { id: 3, name: 'Aldo Neverseen' },
  ]);
  await addTitles(db, FILLER);
  await rebuildAll(db);
});

const all = async (text: string): Promise<string[]> => namesIn((await search.all(text, first)).json);

describe('search', () => {
  it.each([
    ['zolta lodz', 'Żółta Łódź'],
    ['ŻÓŁTA ŁÓDŹ', 'Żółta Łódź'],
    ['DER GROSSE FLUSS', 'Der große Fluß'],
    ['bjork angstrom', 'Bjørk Ångström'],
    ['el farolero', 'The Lantern Keeper'],
    ['gardien lanterne', 'The Lantern Keeper'],
    ['фонарщик', 'The Lantern Keeper'],
    ['ФОНАРЩИК', 'The Lantern Keeper'],
    ['番人', 'The Lantern Keeper'],
    ['حارس', 'The Lantern Keeper'],
    ['등불', 'The Lantern Keeper'],
    ['千尋', '千と千尋の夜'],
    ['दरिया', 'दिल का दरिया'],
    ['harbourmans tale', "Harbour-Man's Tale"],
    ['harbour man', "Harbour-Man's Tale"],
    ['aldebrando', 'Aldo Lanternari'],
    ['al quimby', 'Aldo Lanternari'],
    ['π', 'π'],
    ['$', '$'],
    ['q', 'Q'],
    ['Q', 'Q'],
  ])('%s finds %s first', async (text, title) => expect((await all(text))[0]).toBe(title));

  it.each([
    ['lanten keeper', 'The Lantern Keeper'],
    ['lanetrn keepr', 'The Lantern Keeper'],
    ['fralero', 'The Lantern Keeper'],
    ['xuixoze', 'Quixote Rides'],
    ['lanternri', 'Aldo Lanternari'],
    ['qwixot rides', 'Quixote Rides'],
  ])('%s, mistyped, finds %s', async (text, title) => expect(await all(text)).toContain(title));

  it.each([
    ['salt and thunder', 'Salt & Thunder'],
    ['salz & donner', 'Salt & Thunder'],
    ['sal & trueno', 'Salt & Thunder'],
    ['sal et trueno', 'Salt & Thunder'],
    ['storm & silence', 'Storm and Silence'],
    ['silence & storm', 'Storm and Silence'],
    ['thunder and salt', 'Salt & Thunder'],
    ['and marigolds', '& Marigolds'],
  ])('%s is %s, whatever is written between', async (text, title) => {
    expect((await all(text))[0]).toBe(title);
    expect(namesIn(await search.suggest(text, 10))[0]).toBe(title);
  });

  it.each([
    ['satl and thunder', 'Salt & Thunder'],
    ['and marigodls', '& Marigolds'],
    ['slta and thunder', 'Salt & Thunder'],
    ['stomr silecne', 'Storm and Silence'],
    ['hte lantern keeper', 'The Lantern Keeper'],
    ['yeer walk', 'Year Walk'],
    ['the juge', 'The Judge Rides'],
    ['tunder', 'Salt & Thunder'],
    ['htnuder', 'Salt & Thunder'],
  ])('%s, with letters that changed places or a known word, finds %s', async (text, title) =>
    expect(await all(text)).toContain(title),
  );

  it('takes a known word for mistyped where it finds fewer than five, and not where it finds five', async () => {
    const [few, some] = [await all('belfrey'), await all('orcharde')];
    expect(few.at(-1)).toBe('Copper Belfry');
    expect(few).toHaveLength(5);
    expect(some).not.toContain('Copper Orchard');
    expect(some).toHaveLength(5);
  });

  it('counts what any reading of the words finds once, however much of it is asked for', async () => {
    for (const limit of [1, 3, 20]) expect((await search.all('belfrey', { offset: 0, limit })).total).toBe(5);
  });

  it('puts what is called exactly so first, then the best known', async () => {
    expect((await all('it')).slice(0, 2)).toEqual(['It', 'It Rained']);
    expect((await all('lantern')).slice(0, 3)).toEqual(['Lantern', 'The Lantern Keeper', 'The Lantern Keeper II']);
    expect((await all('the lantern keeper')).slice(0, 2)).toEqual(['The Lantern Keeper', 'The Lantern Keeper II']);
  });

  it('takes words of one or two letters as beginnings, not as mistyped', async () => {
    expect(await all('qu')).toEqual(['Aldo Lanternari', 'Quixote Rides']);
    expect(await all('qz')).toEqual([]);
  });

  it('answers with what to show', async () => {
    const [hit] = JSON.parse((await search.all('el farolero', first)).json);
    expect(hit).toEqual({
      kind: 'movie',
      imdbId: 'tt0000001',
      title: 'The Lantern Keeper',
      year: 1972,
      type: 'M',
      rating: 9.2,
      votes: 2_000_000,
      posterUrl: null,
      series: null,
    });
    const [person] = JSON.parse((await search.names('aldo lanternari', undefined, first)).json);
    const shown = { kind: 'name', imdbId: 'nm0000001', name: 'Aldo Lanternari', year: null, type: null };
    expect(person).toMatchObject(shown);
  });

  it('counts exactly up to 10,000 and says more as 10,001; pages do not overlap', async () => {
    expect((await search.all('common', first)).total).toBe(10_001);
    expect((await search.titles({ title: 'common', types: ['E'] }, first)).total).toBe(6_000);
    const pages = await Promise.all([0, 20, 40, 9_980].map((offset) => search.all('common', { offset, limit: 20 })));
    const names = pages.flatMap((page) => namesIn(page.json));
    expect(new Set(names).size).toBe(80);
    expect(namesIn((await search.all('common', { offset: 20_000_000, limit: 20 })).json)).toEqual([]);
  });

  it('narrows titles by year and type', async () => {
    const found = async (more: object) =>
      JSON.parse((await search.titles({ title: 'year walk', ...more }, first)).json);
    expect((await found({})).map((hit: { year: number }) => hit.year)).toEqual([1994, 1984]);
    expect((await found({ year: 1984 })).map((hit: { year: number }) => hit.year)).toEqual([1984]);
    expect((await found({ types: ['S'] })).map((hit: { year: number }) => hit.year)).toEqual([1994]);
    expect(await found({ types: ['S'], year: 1984 })).toEqual([]);
  });

  it('takes only what is called exactly so with exact', async () => {
    const exact = await search.titles({ title: 'LANTERN', exact: true }, first);
    expect([exact.total, namesIn(exact.json)]).toEqual([1, ['Lantern']]);
    expect(namesIn((await search.titles({ title: 'Lántern Keeper', exact: true }, first)).json)).toEqual([]);
    expect(namesIn((await search.names('bjork angstrom', true, first)).json)).toEqual(['Bjørk Ångström']);
  });

  it('leaves out adult titles and sources that are not published', async () => {
    const seeing = (more: object) => createSearch({ db, visibility: () => ({ ...SEEN, ...more }) });
    expect(await all('lantern nights')).not.toContain('Lantern Nights');
    expect(namesIn((await seeing({ adult: true }).all('lantern nights', first)).json)).toContain('Lantern Nights');
    expect(namesIn((await seeing({ sources: ['tmdb', 'editor'] }).all('lantern', first)).json)).toEqual([
      'Lantern of Paper',
    ]);
    expect(namesIn((await seeing({ sources: ['sample'] }).all('lantern of paper', first)).json)).not.toContain(
      'Lantern of Paper',
    );
  });

  it.each([
    "%_\\'",
    "' or 1=1 --",
    '&|!():*',
    '@t:m',
    '=lantern',
    '\\',
    "'''",
    '\u0000',
    '\ud800',
    'a'.repeat(200),
    'ab '.repeat(66),
    '千'.repeat(200),
    '😀',
    ':*',
    '<->',
    '   ',
  ])('%j is harmless', async (text) => {
    const { json, total } = await search.all(text, first);
    expect(total).toBeLessThanOrEqual(10_001);
    expect(Array.isArray(JSON.parse(json))).toBe(true);
    expect(Array.isArray(JSON.parse(await search.suggest(text, 10)))).toBe(true);
  });
});

describe('suggest', () => {
  it.each([
    ['lant', 'The Lantern Keeper'],
    ['the lan', 'The Lantern Keeper'],
    ['фон', 'The Lantern Keeper'],
    ['quix', 'Quixote Rides'],
    ['aldo l', 'Aldo Lanternari'],
    ['quiixo', 'Quixote Rides'],
    ['q', 'Q'],
  ])('%s suggests %s', async (text, title) => expect(namesIn(await search.suggest(text, 10))).toContain(title));

  it('holds as many as asked for, each once', async () => {
    const names = namesIn(await search.suggest('common', 20));
    expect(new Set(names).size).toBe(20);
    expect(namesIn(await search.suggest('common', 3))).toHaveLength(3);
  });
});
