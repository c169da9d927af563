import { describe, expect, it } from 'vitest';
import { testImport } from '#test/support/imdb-import.ts';
import { changed, SMALL, snapshot } from '#test/support/imdb-set.ts';

const { db, importSet, all } = await testImport();
const sample = (id: number, more = '', values = '') =>
  db.query(
    `insert into title (id, type, title, source, fetched_at${more}) values (${id}, 'M', 'Old', 'sample', now()${values})`,
  );

describe('what others have given', () => {
  it('stays where an editor has locked it', async () => {
    await importSet(SMALL);
    await db.query(`update title set title = 'Mine', year = 2000 where id = 1`);
    await db.query(`update credit set remark = 'mine' where role = 0`);
    await db.query(`update person set name = 'Mine' where id = 2`);
    await db.query(
      `insert into title_origin select 1, p, 'editor', now(), true from unnest(array['title', 'actors', 'akas']) p`,
    );
    await db.query(`insert into person_origin values (2, 'name', 'editor', now(), true)`);
    await db.query(`delete from aka`);
    const report = await importSet(SMALL);
    expect(await all('select title, year from title where id = 1')).toEqual([['Mine', 1931]]);
    expect(await all('select title_id, remark from credit where role = 0 order by 1, ordering')).toEqual([
      [1, 'mine'],
      [1, 'mine'],
      [3, null],
    ]);
    expect(await all('select name from person where id = 2')).toEqual([['Mine']]);
    expect(await all('select count(*) from aka')).toEqual([[0]]);
    expect(report.files.find(({ name }) => name === 'title.akas')).toMatchObject({ unchanged: 2, orphans: 1 });
    expect(report.files.find(({ name }) => name === 'title.principals')).toMatchObject({
      unchanged: 4,
      changed: 1,
      orphans: 1,
    });
  });

  it('stays when an editor has made the record', async () => {
    await sample(1);
    await db.query(`update title set source = 'editor'`);
    await db.query(`insert into credit values (1, 0, 7, 1)`);
    await importSet(SMALL);
    expect(await all('select title, source, rating from title where id = 1')).toEqual([['Old', 'editor', null]]);
    expect(await all('select ordering from credit where title_id = 1')).toEqual([[7]]);
  });

  it('yields to the files, and what they do not have keeps its source', async () => {
    await sample(1, ', plot, countries, year, end_year, rating', `, 'Flour.', '{FR}', 1900, 1950, 1`);
    await db.query(`insert into credit values (1, 0, 9, 2), (1, 12, 9, 2)`);
    await db.query(`insert into aka (title_id, ordering, title) values (1, 5, 'Old'), (60, 1, 'Else')`);
    await db.query(`insert into title_list values (1, 'goofs', '[{}]')`);
    await db.query(`insert into title_origin values (1, 'year', 'tmdb', now(), false)`);
    await db.query(
      `insert into person (id, name, birth_date, birth_place, source, fetched_at) values (1, 'A. Roth', '1901-03-04', 'Ulm', 'sample', now())`,
    );
    await importSet(changed({ 'title.akas': [], 'title.crew': null }));
    expect(await all('select title, year, end_year, rating, plot, source from title where id = 1')).toEqual([
      ['Mill', 1931, null, 7.4, 'Flour.', 'imdb-datasets'],
    ]);
    expect(await all('select role, ordering from credit where title_id = 1 order by 1, 2')).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [4, 4],
    ]);
    expect(await all('select title_id, title from aka order by 1')).toEqual([
      [1, 'Old'],
      [60, 'Else'],
    ]);
    expect(await all('select part, source from title_origin order by 1')).toEqual([
      ['akas', 'sample'],
      ['countries', 'sample'],
      ['goofs', 'sample'],
      ['plot', 'sample'],
    ]);
    expect(await all('select name, birth_date, birth_place, source from person where id = 1')).toEqual([
      ['Ada Roth', '1901', 'Ulm', 'imdb-datasets'],
    ]);
    expect(await all('select part, source from person_origin order by 1')).toEqual([['placeOfBirth', 'sample']]);
    const before = await snapshot(db);
    await importSet(changed({ 'title.akas': [], 'title.crew': null }), { verify: true });
    expect(await snapshot(db)).toEqual(before);
  });

  it.each([
    [
      'title.principals',
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [4, 4],
      ],
    ],
    [
      'title.crew',
      [
        [0, 9],
        [1, 1001],
        [2, 1001],
        [2, 1002],
      ],
    ],
  ] as const)('yields a crew as a whole, also to %s alone', async (file, credits) => {
    for (const basics of ['title.basics', 'name.basics'] as const) {
      await db.query('truncate title, title_origin, credit');
      await sample(1);
      await db.query(`insert into credit (title_id, role, ordering, person_id, main) values
        (1, 0, 9, 2, true), (1, 1, 8, 3, true), (1, 1, 9, 2, false), (1, 12, 9, 2, false)`);
      await importSet({ 'name.basics': SMALL['name.basics'], [basics]: SMALL[basics], [file]: SMALL[file] });
      expect(await all('select role, ordering from credit where title_id = 1 order by 1, 2')).toEqual(credits);
      const { rows } = await db.query(
        `select coalesce(o.source, t.source) as source from title t
          left join title_origin o on o.title_id = t.id and o.part = 'crew' where t.id = 1`,
      );
      expect(rows).toEqual([{ source: 'imdb-datasets' }]);
    }
  });

  it('stays where the file says nothing or less, unless it is the sample', async () => {
    for (const source of ['tmdb', 'sample']) {
      await db.query('truncate title, title_origin, person, person_origin');
      await sample(2, ', runtime, year, genres', `, 45, 1980, '{War}'`);
      await sample(3, ', rating, votes', ', 5, 6');
      await db.query(`insert into title_origin values (2, 'runtime', '${source}', now(), false),
        (2, 'year', 'imdb-datasets', now(), false), (3, 'rating', '${source}', now(), false)`);
      await db.query(`insert into person (id, name, birth_date, death_date, known_for, source, fetched_at) values
        (1, 'A', '1901-03-04', '1987-01-02', '{9}', '${source}', now()), (2, 'B', '1900', '1950', '{9}', '${source}', now())`);
      await db.query(`insert into person_origin values (1, 'dateOfDead', 'sample', now(), false)`);
      await importSet(SMALL, { verify: true });
      const stays = source === 'tmdb';
      expect(await all('select runtime, year, genres, rating from title where id in (2, 3) order by id')).toEqual([
        [stays ? 45 : null, 1990, ['Drama'], 8.1],
        [40, 1990, [], stays ? 5 : null],
      ]);
      expect(await all('select birth_date, death_date, known_for from person where id < 3 order by id')).toEqual([
        [stays ? '1901-03-04' : '1901', '1987', [1]],
        stays ? ['0384', '1950', [9]] : ['0384', null, []],
      ]);
      expect(await all("select part, source from title_origin where part <> 'year' order by title_id")).toEqual(
        stays
          ? [
              ['runtime', 'tmdb'],
              ['rating', 'tmdb'],
            ]
          : [],
      );
      const before = await snapshot(db);
      await importSet(SMALL, { verify: true });
      expect(await snapshot(db)).toEqual(before);
    }
  });

  it('stays in its series when title.episode names it and title.basics does not', async () => {
    await sample(2);
    await sample(3);
    await db.query('insert into episode values (3, 2, 1, 7)');
    await db.query(`insert into title_origin values (3, 'place', 'editor', now(), true)`);
    await importSet({ 'title.basics': [], 'title.episode': SMALL['title.episode'] });
    expect(await all('select title_id, series_id, number from episode')).toEqual([[3, 2, 7]]);
  });

  it('stays where an editor has put an episode, while the list of its series is the files’', async () => {
    await importSet(changed({ 'title.episode': SMALL['title.episode'].slice(0, 1) }));
    await db.query('update episode set season = 9 where title_id = 3');
    await db.query(`insert into title_origin values (3, 'place', 'editor', now(), true)`);
    const episodes = () => all('select title_id, season, number from episode order by 1');
    await importSet(SMALL);
    const both = (season: number) => [
      [3, season, 1],
      [10000004, null, null],
    ];
    expect(await episodes()).toEqual(both(9));
    await db.query('update title_origin set locked = false');
    await importSet(changed({ 'title.episode': SMALL['title.episode'].slice(1) }));
    expect(await episodes()).toEqual(both(9));
    await importSet(SMALL);
    expect(await episodes()).toEqual(both(1));
    expect(await all('select part from title_origin')).toEqual([]);
    await db.query('delete from episode where title_id = 3');
    await db.query(`insert into title_origin values (3, 'place', 'editor', now(), true)`);
    await importSet(SMALL);
    expect(await episodes()).toEqual([[10000004, null, null]]);
  });

  it('has the year of its record, also where an editor has made it', async () => {
    await sample(2);
    await sample(3, ', year', ', 1999');
    await db.query(`update title set source = 'editor' where id = 3`);
    await db.query('insert into episode values (3, 2, 1, 1, 1999)');
    await importSet(SMALL);
    expect(await all('select year from episode where title_id = 3')).toEqual([[1999]]);
  });

  it('is told to be the datasets’ where only title.episode comes', async () => {
    await sample(2);
    await sample(3);
    await importSet({ 'title.episode': SMALL['title.episode'] });
    expect(await all('select title_id, part, source from title_origin')).toEqual([[2, 'season', 'imdb-datasets']]);
  });

  it('keeps its source where only some files come', async () => {
    await sample(1);
    await importSet({ 'title.ratings': SMALL['title.ratings'], 'title.akas': SMALL['title.akas'] });
    expect(await all('select source, rating, updated_at = inserted_at from title')).toEqual([['sample', 7.4, false]]);
    expect(await all('select part, source from title_origin order by 1')).toEqual([
      ['akas', 'imdb-datasets'],
      ['rating', 'imdb-datasets'],
      ['votes', 'imdb-datasets'],
    ]);
  });
});
