import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import { ADA, editorOn, idOf } from './editor.fixture.ts';

const db = await testDatabase();
const { editor, begin, save, lastEdit, followed } = editorOn(db);

const TITLE = 901;
const [P, Q, R] = [idOf('nm0000901'), idOf('nm0000902'), idOf('nm0000903')];
const credit = (role: number, ordering: number, person: number, more: object = {}) => ({
  ...{ role, ordering, person, main: false, characters: null, job: null, remark: null },
  ...more,
});
const credits = [
  credit(0, 1, P.key, { main: true, characters: ['Hero'] }),
  credit(0, 2, R.key),
  credit(0, 5, Q.key, { characters: ['Clown'], remark: 'uncredited' }),
  credit(1, 1, P.key),
  credit(2, 1, P.key, { job: 'story' }),
  credit(2, 2, Q.key, { job: 'screenplay' }),
];

beforeEach(async () => {
  await begin();
  const people = [P, Q, R].map(({ key }) => inventedPerson(key));
  const called = people.map((person) => ({ ...person, ids: [{ site: 'tmdb' as const, id: String(person.id) }] }));
  const titles = [inventedTitle(TITLE, { credits })];
  await db.transaction((tx) => applyRecords(tx, { titles, people: called }, 'imdb-datasets'));
});

const credited = async () => {
  const { rows } = await db.query(
    `select role, ordering, person_id as person, main, characters, job, remark from credit where title_id = ${TITLE} order by 1, 2`,
  );
  return rows;
};
/** Everything but what the feed was told, and what other sites call people. */
const state = async () => {
  const { rows } = await db.query(`select value, record_id from external_id where kind = 'name' order by 1`);
  return [(await contentsOf(db)).filter((line) => !line.startsWith('change')), rows];
};
const undo = async (id = P) => editor.undo(await lastEdit(id), ADA);

const JOINED = [
  credit(0, 1, Q.key, { main: true, characters: ['Clown', 'Hero'], remark: 'uncredited' }),
  credit(0, 2, R.key),
  credit(1, 1, Q.key),
  credit(2, 1, Q.key, { job: 'screenplay, story' }),
];

describe('a person who is merged into another', () => {
  it('loses no credit where both stand in the same title, and all comes back', async () => {
    const before = await state();
    await editor.merge(P, Q, ADA);
    expect(await credited()).toEqual(JOINED);
    followed.length = 0;
    await undo();
    expect(await state()).toEqual(before);
    expect(followed).toContainEqual([{ id: TITLE, action: 'update' }]);
    await editor.merge(P, Q, ADA);
    expect(await credited()).toEqual(JOINED);
  });

  it('stands in the history of both, and is undone from either', async () => {
    const before = await state();
    await editor.merge(P, Q, ADA);
    const page = { offset: 0, limit: 5 };
    const [of, into] = [await editor.history(P, page), await editor.history(Q, page)];
    expect(of).toMatchObject({ total: 1, rows: [{ action: 'merge', merged: null, after: Q.canonical }] });
    expect(into).toMatchObject({ total: 1, rows: [{ action: 'merge', merged: P.canonical, id: of.rows[0]?.id }] });
    expect(await editor.history(R, page)).toMatchObject({ total: 0, rows: [] });
    await undo(Q);
    expect(await state()).toEqual(before);
    expect(await editor.history(Q, page)).toMatchObject({ total: 1, rows: [{ undoneBy: expect.any(Number) }] });
  });

  it('comes back also where an editor has locked the credits', async () => {
    const { rows } = await db.query<{ id: number }>(
      `insert into title_origin select ${TITLE}, part, 'editor', now(), true from unnest('{actors,crew}'::text[]) part
        returning title_id as id`,
    );
    expect(rows).toHaveLength(2);
    const before = await state();
    await editor.merge(P, Q, ADA);
    expect(await credited()).toEqual(JOINED);
    await undo();
    expect(await state()).toEqual(before);
  });

  it('comes back from where the other one went in turn, as far as nothing else was joined there', async () => {
    await editor.merge(P, Q, ADA);
    await editor.merge(Q, R, ADA);
    await undo();
    expect((await credited()).filter(({ role }) => role === 1)).toEqual([credit(1, 1, P.key)]);
    const [, ids] = await state();
    expect(ids).toEqual([P, R, R].map(({ key }, at) => ({ value: String(901 + at), record_id: key })));
  });

  it('leaves what was changed since as it is, and is credited there at the end', async () => {
    await editor.merge(P, Q, ADA);
    const writer = { type: 'WRITER', imdbId: Q.canonical, job: 'all of it', main: false, remark: null, ordering: 1 };
    await save({ crew: [writer] }, [], idOf('tt0000901'));
    await save({}, ['crew'], idOf('tt0000901'));
    await undo();
    const crew = (await credited()).filter(({ role }) => Number(role) > 0);
    expect(crew).toEqual([
      credit(1, 1, P.key),
      credit(2, 1, Q.key, { job: 'all of it' }),
      credit(2, 2, P.key, { job: 'story' }),
    ]);
    expect((await credited()).filter(({ role }) => role === 0)).toEqual(credits.slice(0, 3));
  });
});
