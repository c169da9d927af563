import { describe, expect, it } from 'vitest';
import { testImport } from '#test/support/imdb-import.ts';
import { changed, SMALL, snapshot } from '#test/support/imdb-set.ts';

const { db, importSet, all } = await testImport();
const credits = () =>
  all('select title_id, role, ordering, person_id, main, characters, job, remark from credit order by 1, 2, 3');
const changes = () => all(`select kind, record_id, action from change order by kind, record_id, id`);

describe('a first import', () => {
  it('fills every table', async () => {
    const report = await importSet(SMALL);
    expect(
      await all(
        'select id, type, title, original_title, year, end_year, runtime, adult, genres, rating, votes, source from title order by id',
      ),
    ).toEqual([
      [1, 'M', 'Mill', 'Moulin', 1931, null, 88, false, ['Drama', 'Crime'], 7.4, 120, 'imdb-datasets'],
      [2, 'S', 'Harbour', 'Harbour', 1990, 1992, null, false, ['Drama'], 8.1, 99, 'imdb-datasets'],
      [3, 'E', 'Ebb', 'Ebb', 1990, null, 40, false, [], null, null, 'imdb-datasets'],
      [10000004, 'E', 'Flow', 'Flow', 1991, null, 41, false, [], null, null, 'imdb-datasets'],
    ]);
    expect(
      await all('select id, name, birth_date, death_date, professions, known_for from person order by id'),
    ).toEqual([
      [1, 'Ada Roth', '1901', '1987', ['actress', 'writer'], [1]],
      [2, 'Ben Oak', '0384', null, [], []],
      [3, 'Cy Lund', null, null, ['director'], [1, 2]],
    ]);
    expect(await all('select * from episode order by 1')).toEqual([
      [3, 2, 1, 1, 1990],
      [10000004, 2, null, null, 1991],
    ]);
    expect(await all('select * from aka order by 1, 2')).toEqual([
      [1, 1, 'Moulin', null, null, ['original'], null, true],
      [1, 2, 'Die Mühle', 'DE', null, ['imdbDisplay', 'tv'], null, false],
    ]);
    expect(await credits()).toEqual([
      [1, 0, 1, 1, true, ['Ann'], null, null],
      [1, 0, 2, 2, true, ['Self'], null, 'archive footage'],
      [1, 1, 3, 3, true, null, 'second unit', null],
      [1, 2, 1001, 1, false, null, null, null],
      [1, 2, 1002, 2, false, null, null, null],
      [1, 4, 4, 2, true, null, null, null],
      [3, 0, 1, 1, true, ['Self'], null, null],
    ]);
    expect(report.titles).toEqual({ added: 4, changed: 0, deleted: 0 });
    const table = report.files.map((f) => [f.name, f.read, f.added, f.changed, f.unchanged, f.skipped, f.orphans]);
    expect(table).toEqual([
      ['title.basics', 4, 4, 0, 0, 0, 0],
      ['title.ratings', 3, 2, 0, 0, 0, 1],
      ['title.episode', 3, 2, 0, 0, 0, 1],
      ['title.akas', 3, 2, 0, 0, 0, 1],
      ['name.basics', 3, 3, 0, 0, 0, 0],
      ['title.crew', 3, 2, 0, 0, 0, 1],
      ['title.principals', 6, 5, 0, 0, 0, 1],
    ]);
  });

  it('tells the change feed once a record', async () => {
    await importSet(SMALL);
    expect(await changes()).toEqual([
      ...[1, 2, 3, 10000004].map((id) => ['movie', id, 'create']),
      ...[1, 2, 3].map((id) => ['name', id, 'create']),
    ]);
  });

  it('takes a key that is there twice once', async () => {
    const report = await importSet(
      changed({ 'name.basics': [...SMALL['name.basics'], 'nm0000001 | Second | \\N | \\N | \\N | \\N'] }),
    );
    expect(await all('select name from person where id = 1')).toEqual([['Ada Roth']]);
    expect(report.files.find(({ name }) => name === 'name.basics')).toMatchObject({ read: 4, added: 3, skipped: 1 });
    const reason = (key: string) => `${key} is there more than once; the first row counts`;
    expect(report.problems).toEqual([{ file: 'name.basics', line: null, reason: reason('nm0000001') }]);
    const crew = [SMALL['title.crew'][0] ?? '', ...SMALL['title.crew']];
    const principals = [...SMALL['title.principals'], 'tt0000001 | 2 | nm0000003 | actor | \\N | \\N'];
    const again = await importSet(changed({ 'title.crew': crew, 'title.principals': principals }));
    expect(again.files.map(({ skipped }) => skipped)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(again.problems).toEqual([
      { file: 'title.crew', line: null, reason: reason('tt0000001') },
      { file: 'title.principals', line: null, reason: reason('tt0000001, ordering 2,') },
    ]);
    for (const { name, read, added, changed: other, unchanged, skipped, orphans } of again.files)
      if (name !== 'title.crew') expect(added + other + unchanged + skipped + orphans).toBe(read);
  });
});

describe('a later import', () => {
  it('writes nothing when nothing differs', async () => {
    await importSet(SMALL);
    const before = await snapshot(db);
    const feed = await changes();
    const known = await importSet(SMALL);
    expect(known).toMatchObject({ same: true, titles: { added: 0, changed: 0 } });
    const compared = await importSet(SMALL, { verify: true });
    expect(compared).toMatchObject({ same: false, titles: { added: 0, changed: 0 }, people: { added: 0, changed: 0 } });
    for (const { files } of [known, compared])
      expect(files.map((f) => [f.added, f.changed])).toEqual(files.map(() => [0, 0]));
    expect(compared.files.map(({ unchanged }) => unchanged)).toEqual([4, 2, 2, 2, 3, 2, 5]);
    expect(await snapshot(db)).toEqual(before);
    expect(await changes()).toEqual(feed);
  });

  it('writes only what differs', async () => {
    await importSet(SMALL);
    const before = new Set(await snapshot(db));
    const [mill = '', ...rest] = SMALL['title.basics'];
    const report = await importSet(
      changed({
        'title.basics': [mill.replace('1931', '1932'), ...rest],
        'title.akas': [...SMALL['title.akas'].slice(0, 1), 'tt0000002 | 1 | Hafen | DE | \\N | \\N | \\N | 0'],
        'title.principals': SMALL['title.principals'].map((line) => line.replace('"Ann"', '"Anna"')),
      }),
    );
    const after = await snapshot(db);
    const written = after.filter((line) => !before.has(line)).map((line) => line.split(' ')[0]);
    expect(written).toEqual(['aka', 'credit', 'title', 'title']);
    expect(report.titles).toEqual({ added: 0, changed: 2, deleted: 0 });
    expect((await changes()).slice(0, 3)).toEqual([
      ['movie', 1, 'create'],
      ['movie', 1, 'update'],
      ['movie', 2, 'create'],
    ]);
    expect(await all('select title_id, title from aka')).toEqual([
      [1, 'Moulin'],
      [2, 'Hafen'],
    ]);
    expect(report.files.find(({ name }) => name === 'title.basics')).toMatchObject({ changed: 1, unchanged: 3 });
  });

  it('looks again when an editor has been there', async () => {
    await importSet(SMALL);
    await db.query(`insert into change (kind, record_id, action) values ('movie', 1, 'update')`);
    expect((await importSet(SMALL)).same).toBe(false);
    await db.query(`insert into title_origin values (1, 'title', 'editor', now(), true)`);
    expect((await importSet(SMALL)).same).toBe(false);
    expect((await importSet(SMALL)).same).toBe(true);
  });

  it('replaces a part only when its file is there, and only for the titles it speaks of', async () => {
    await importSet(SMALL);
    await importSet({ 'title.basics': ['tt0000001 | movie | Mill | Moulin | 0 | 1933 | \\N | 88 | Drama'] });
    expect(await all('select count(*) from aka')).toEqual([[2]]);
    expect(await all('select count(*) from credit')).toEqual([[7]]);
    expect(await all('select rating from title where id = 1')).toEqual([[7.4]]);
    await importSet({ 'title.basics': [SMALL['title.basics'][0] ?? ''], 'title.akas': [], 'title.ratings': [] });
    expect(await all('select count(*) from aka')).toEqual([[0]]);
    expect(await all('select id, rating from title order by id limit 2')).toEqual([
      [1, null],
      [2, 8.1],
    ]);
  });

  it('lets episodes follow the years of their records', async () => {
    await importSet(SMALL);
    await importSet({ 'title.basics': ['tt0000003 | tvEpisode | Ebb | Ebb | 0 | 1989 | \\N | 40 | \\N'] });
    expect(await all('select year from episode where title_id = 3')).toEqual([[1989]]);
  });

  it('never removes directors and writers without title.crew, nor principals without their file', async () => {
    await importSet(SMALL);
    await importSet({ 'title.principals': ['tt0000001 | 3 | nm0000001 | director | \\N | \\N'] });
    expect(await credits()).toEqual([
      [1, 1, 3, 1, true, null, null, null],
      [1, 1, 2003, 3, false, null, 'second unit', null],
      [1, 2, 1001, 1, false, null, null, null],
      [1, 2, 1002, 2, false, null, null, null],
      [3, 0, 1, 1, true, ['Self'], null, null],
    ]);
    await importSet({ 'title.crew': ['tt0000001 | nm0000001,nm0000002 | nm0000002'] });
    expect(await credits()).toEqual([
      [1, 1, 3, 1, true, null, null, null],
      [1, 1, 1002, 2, false, null, null, null],
      [1, 2, 1001, 2, false, null, null, null],
      [3, 0, 1, 1, true, ['Self'], null, null],
    ]);
  });

  it('does not bring back what was merged into another record', async () => {
    await db.query(`insert into redirect values ('movie', 2, 1), ('name', 3, 1)`);
    const report = await importSet(SMALL);
    expect(await all('select id from title order by id')).toEqual([[1], [3], [10000004]]);
    expect(await all('select id from person order by id')).toEqual([[1], [2]]);
    expect(await all('select * from episode')).toEqual([]);
    expect(report.files.map(({ orphans }) => orphans)).toEqual([1, 2, 3, 1, 1, 2, 2]);
  });
});
