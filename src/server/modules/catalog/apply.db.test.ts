import { beforeEach, describe, expect, it } from 'vitest';
import type { Told } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED, inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { contentsOf, EVERYTHING } from '#test/support/random-import.ts';
import { applyRecords } from './apply.service.ts';
import type { Follow } from './follow.ts';
import type { Priorities } from './merge.rules.ts';

const db = await testDatabase();
beforeEach(() => db.query(`truncate ${EVERYTHING}`));

const apply = (told: Partial<Told>, source: SourceName, follow?: Follow, priorities?: Priorities) =>
  db.transaction((tx) => applyRecords(tx, { titles: [], people: [], ...told }, source, follow, priorities));
const all = async (text: string): Promise<unknown[]> => (await db.query({ text, rowMode: 'array' } as never)).rows;
const origins = () => all('select part, source, locked from title_origin order by 1');
const feed = () => all('select kind, record_id, action from change order by id');

const aka = (title: string) => ({
  ...{ ordering: 1, title, region: null, language: null, types: null, attributes: null, original: false },
});

describe('records that a source tells', () => {
  it('are written once: told again, nothing is written and nobody hears of it', async () => {
    expect(await apply(INVENTED, 'bundle')).toEqual({ titles: 9, people: 2 });
    const before = await contentsOf(db);
    expect(await apply(INVENTED, 'bundle')).toEqual({ titles: 0, people: 0 });
    expect(await contentsOf(db)).toEqual(before);
  });

  it('are weighed by rank, whichever comes first', async () => {
    const titles = [
      { id: 1, type: 'M' as const, adult: false, title: 'Mill', plot: null, year: 1931, akas: [aka('Mühle')] },
    ];
    const other = [{ ...titles[0], id: 1, title: 'The Mill', plot: 'Flour.', year: 1930, akas: [aka('Moulin')] }];
    const ended: string[][] = [];
    for (const order of [0, 1]) {
      await db.query(`truncate ${EVERYTHING}`);
      if (order === 0) await apply({ titles }, 'tmdb');
      await apply({ titles: other }, 'omdb');
      if (order === 1) await apply({ titles }, 'tmdb');
      ended.push((await contentsOf(db)).filter((line) => !line.startsWith('change')));
    }
    expect(ended[0]).toEqual(ended[1]);
    expect(await all('select title, year, plot, source from title')).toEqual([['Mill', 1931, 'Flour.', 'tmdb']]);
    expect(await all('select title from aka')).toEqual([['Mühle']]);
    expect(await origins()).toEqual([['plot', 'omdb', false]]);
  });

  it('are weighed by another rank in the fields and parts that have one', async () => {
    const priorities: Priorities = new Map([
      ['plot', ['omdb', 'tmdb']],
      ['akas', ['wikidata']],
    ]);
    const tell = (source: SourceName) => {
      const title = { title: source, plot: source, akas: [aka(source)] };
      return apply({ titles: [inventedTitle(1, title)] }, source, undefined, priorities);
    };
    for (const order of [['tmdb', 'omdb', 'wikidata'] as const, ['wikidata', 'omdb', 'tmdb'] as const]) {
      await db.query(`truncate ${EVERYTHING}`);
      for (const source of order) await tell(source);
      expect(await all('select title, plot, source from title')).toEqual([['tmdb', 'omdb', 'tmdb']]);
      expect(await all('select title from aka')).toEqual([['wikidata']]);
    }
    await tell('imdb-datasets');
    expect(await all('select title, plot from title')).toEqual([['imdb-datasets', 'imdb-datasets']]);
  });

  it('need a name to make a record, and do not come back from a merge', async () => {
    await db.query(`insert into redirect values ('movie', 5, 1), ('name', 5, 1)`);
    await apply({ titles: [{ id: 1, rating: 7 }, inventedTitle(5)], people: [{ id: 1 }, inventedPerson(5)] }, 'tmdb');
    expect(await contentsOf(db)).toEqual([]);
  });

  it('are known by what other sites call them, the first to say so', async () => {
    const tmdb = { site: 'tmdb', id: '7' } as const;
    const ids = [tmdb, { site: 'wikidata', id: 'Q7' } as const];
    const series = inventedTitle(3, { type: 'TVMS', ids: [tmdb] });
    await apply({ titles: [inventedTitle(1, { ids }), series], people: [inventedPerson(1, { ids: [tmdb] })] }, 'tmdb');
    await apply({ titles: [inventedTitle(2, { ids })] }, 'wikidata');
    expect(await all('select site, space, kind, value, record_id from external_id order by 1, 2')).toEqual([
      ['tmdb', 'film', 'movie', '7', 1],
      ['tmdb', 'person', 'name', '7', 1],
      ['tmdb', 'series', 'movie', '7', 3],
      ['wikidata', 'item', 'movie', 'Q7', 1],
    ]);
  });

  it('credit people that there are', async () => {
    const credit = (ordering: number, person: number) => ({
      ...{ role: 0, ordering, person, main: true, characters: null, job: null, remark: null },
    });
    await apply(
      { titles: [inventedTitle(1, { credits: [credit(1, 7), credit(2, 8)] })], people: [inventedPerson(8)] },
      'tmdb',
    );
    expect(await all('select ordering, person_id from credit')).toEqual([[2, 8]]);
  });

  it('change the series of their episodes', async () => {
    await apply(INVENTED, 'bundle');
    await db.query('truncate change');
    await apply({ titles: [{ id: 21, title: 'One again' }] }, 'bundle');
    await apply({ titles: [{ id: 21, runtime: 50 }] }, 'bundle');
    await apply({ titles: [{ id: 21, metascore: 50 }] }, 'bundle');
    await apply({ titles: [{ id: 22, episode: { series: 2, season: 2, number: 1 } }] }, 'bundle');
    expect((await feed()).map((row) => (row as unknown[])[1])).toEqual([2, 21, 2, 21, 21, 2, 22]);
    expect(await all('select season, number from episode where title_id = 22')).toEqual([[2, 1]]);
  });
});

describe('an edit', () => {
  beforeEach(() => apply(INVENTED, 'bundle'));

  it('is locked, and no source changes it', async () => {
    await apply({ titles: [{ id: 1, title: 'Mine', plot: null, akas: [], actors: [] }] }, 'editor');
    expect(await origins()).toEqual(['actors', 'akas', 'plot', 'title'].map((part) => [part, 'editor', true]));
    await apply(
      { titles: [{ ...INVENTED.titles[0], id: 1, title: 'Theirs', plot: 'Theirs.', year: 1955 }] },
      'imdb-datasets',
    );
    expect(await all('select title, plot, year, source from title where id = 1')).toEqual([
      ['Mine', null, 1955, 'imdb-datasets'],
    ]);
    expect(await all('select count(*) from aka where title_id = 1')).toEqual([[0]]);
    expect(await all('select role from credit where title_id = 1 order by 1')).toEqual([[1], [2], [29]]);
  });

  it('of a record that editors have made needs no lock', async () => {
    await apply({ titles: [inventedTitle(50, { title: 'Made' })] }, 'editor');
    await apply({ titles: [{ id: 50, title: 'Made again' }] }, 'editor');
    await apply({ titles: [inventedTitle(50, { title: 'Theirs', year: 1950 })] }, 'imdb-datasets');
    expect(await all('select title, year, source from title where id = 50')).toEqual([['Made again', null, 'editor']]);
    expect(await origins()).toEqual([]);
  });

  it('is followed in its transaction, with the records that changed', async () => {
    const seen: unknown[] = [];
    const follow: Follow = async (tx, { titles, people, all }) => {
      const ids = async (table: string) => (await tx.query(`select id, action from ${table} order by 1`)).rows;
      seen.push(await ids(titles), await ids(people), all);
      throw new Error('taken back');
    };
    const before = await contentsOf(db);
    const told = { titles: [{ id: 1, title: 'Mine' }, inventedTitle(60)], people: [{ id: 11, name: 'Mara' }] };
    await expect(apply(told, 'editor', follow)).rejects.toThrow('taken back');
    expect(seen).toEqual([
      [
        { id: 1, action: 'update' },
        { id: 60, action: 'create' },
      ],
      [{ id: 11, action: 'update' }],
      false,
    ]);
    expect(await contentsOf(db)).toEqual(before);
  });
});
