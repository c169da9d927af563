import { describe, expect, it } from 'vitest';
import { testImport } from '#test/support/imdb-import.ts';
import { changed, type Rows, SMALL, snapshot } from '#test/support/imdb-set.ts';

const { db, importSet, all } = await testImport();
const changes = () => all(`select kind, record_id, action from change order by kind, record_id, id`);
const sample = (id: number) =>
  db.query(`insert into title (id, type, title, source, fetched_at) values (${id}, 'M', 'Old', 'sample', now())`);

describe('the feed of an import', () => {
  it('tells of the series whose list of episodes shows something else', async () => {
    await importSet(SMALL);
    const [mill = '', harbour = '', ebb = '', flow = ''] = SMALL['title.basics'];
    const since = async (set: Rows) => {
      const { rows } = await db.query<{ id: number }>('select max(id) as id from change');
      await importSet(set);
      return all(`select record_id, action from change where kind = 'movie' and id > ${rows[0]?.id} order by 1`);
    };
    const renamed = [mill, harbour, ebb.replaceAll('Ebb', 'Low tide'), flow];
    expect(await since(changed({ 'title.basics': renamed }))).toEqual([
      [2, 'update'],
      [3, 'update'],
    ]);
    const rated = [...SMALL['title.ratings'], 'tt10000004 | 9.0 | 10'];
    expect(await since(changed({ 'title.basics': renamed, 'title.ratings': rated }))).toEqual([
      [2, 'update'],
      [10000004, 'update'],
    ]);
    const longer = renamed.map((line) => line.replace('| 40 |', '| 44 |'));
    expect(await since(changed({ 'title.basics': longer, 'title.ratings': rated }))).toEqual([
      [2, 'update'],
      [3, 'update'],
    ]);
    const sorted = longer.map((line) => line.replace(/(44 \| ).*/, '$1Drama'));
    expect(await since(changed({ 'title.basics': sorted, 'title.ratings': rated }))).toEqual([[3, 'update']]);
    const numbered = SMALL['title.episode'].map((line) => line.replace('| \\N | \\N', '| 2 | 1'));
    expect(await since(changed({ 'title.basics': sorted, 'title.ratings': rated, 'title.episode': numbered }))).toEqual(
      [
        [2, 'update'],
        [10000004, 'update'],
      ],
    );
    expect(await since(changed({ 'title.basics': sorted, 'title.ratings': rated, 'title.episode': numbered }))).toEqual(
      [],
    );
  });

  it('tells of a series that an editor has made when its episodes are called otherwise', async () => {
    await sample(2);
    await sample(3);
    await db.query(`update title set source = 'editor' where id = 2`);
    await db.query('insert into episode values (3, 2, 1, 1)');
    await importSet(SMALL);
    expect((await changes()).filter((row) => Array.isArray(row) && row[1] === 2)).toEqual([
      ['movie', 2, 'update'],
      ['name', 2, 'create'],
    ]);
    expect(await all('select title, source from title where id = 2')).toEqual([['Old', 'editor']]);
  });

  it('tells of the series that loses an episode to another', async () => {
    await importSet(SMALL);
    await sample(4);
    await db.query('truncate change');
    await importSet(
      changed({ 'title.episode': ['tt0000003 | tt0000004 | 1 | 1', 'tt10000004 | tt0000002 | \\N | \\N'] }),
    );
    expect(await changes()).toEqual([2, 3, 4].map((id) => ['movie', id, 'update']));
  });
});

describe('a complete set', () => {
  it('deletes up to a tenth of the catalogue without asking', async () => {
    const titles = Array.from({ length: 10 }, (_, n) => `tt000001${n} | movie | A | A | 0 | \\N | \\N | \\N | \\N`);
    await importSet({ 'title.basics': titles });
    const report = await importSet({ 'title.basics': titles.slice(1) }, { complete: true });
    expect(report.titles.deleted).toBe(1);
    await expect(importSet({ 'title.basics': titles.slice(2) }, { complete: true })).rejects.toThrow('lack 1 of the 9');
  });

  it('deletes nothing unless the set is complete', async () => {
    await importSet(SMALL);
    await sample(50);
    await db.query(`insert into title_origin (title_id, part, source, fetched_at) values (3, 'plot', 'tmdb', now())`);
    const less = changed({ 'title.basics': SMALL['title.basics'].slice(0, 1) });
    await importSet(less);
    expect(await all('select id from title order by id')).toEqual([[1], [2], [3], [50], [10000004]]);
    const before = await snapshot(db);
    await expect(importSet(less, { complete: true })).rejects.toThrow(
      'These files lack 2 of the 5 titles of the catalogue, and --complete would delete them: add --yes if that is meant. Nothing was changed.',
    );
    expect(await snapshot(db)).toEqual(before);
    const report = await importSet(less, { complete: true, yes: true });
    expect(report.titles.deleted).toBe(2);
    expect(await all('select id from title order by id')).toEqual([[1], [3], [50]]);
    expect(await all('select * from episode')).toEqual([]);
    expect((await changes()).filter((row) => Array.isArray(row) && row[2] === 'delete')).toEqual([
      ['movie', 2, 'delete'],
      ['movie', 10000004, 'delete'],
    ]);
    await expect(importSet({ 'title.akas': [] }, { complete: true })).rejects.toThrow(/title\.basics/);
  });

  it('leaves series in which an editor has put an episode', async () => {
    const kept = async () => {
      const titles = SMALL['title.basics'].filter((line) => !line.startsWith('tt0000002'));
      await importSet(changed({ 'title.basics': titles }), { complete: true, yes: true });
      return all('select id from title where id = 2');
    };
    for (const edit of [
      `insert into title_origin values (3, 'place', 'editor', now(), true)`,
      `update title set source = 'editor' where id = 3`,
    ]) {
      await importSet(SMALL);
      await db.query(edit);
      expect(await kept()).toEqual([[2]]);
      await db.query('truncate title, episode, title_origin');
    }
    await importSet(SMALL);
    expect(await kept()).toEqual([]);
  });
});
