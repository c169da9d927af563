import { expect, it } from 'vitest';
import { idOfRecord } from '#server/kernel/ids.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import { SourceError } from '#server/sources/source-error.ts';
import { testDatabase } from '#test/support/database.ts';
import { saveEdit } from '../editor/edit.service.ts';
import { versionOf } from '../editor/version.rules.ts';
import { fetchingOn, sourceTelling } from './fetch.fixture.ts';

const db = await testDatabase();
const { fetchingFrom, failures } = fetchingOn(db);

let last = 5_000;
/** An id that nothing in the database has. */
const newId = () => {
  last += 1;
  return { key: last, id: idOfRecord(`tt000${last}`) };
};
const ME = { accountId: 7 };
const film = (key: number, more: Partial<ToldTitle> = {}): ToldTitle => ({
  id: key,
  type: 'M',
  title: 'Mill',
  ...more,
});
const rowOf = async (key: number) => (await db.query('select * from title where id = $1', [key])).rows[0];
const count = async (table: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;
const limited = () => Promise.reject(new SourceError('tmdb', 'limited', { retryAfter: 90_000 }));

it('what several sources tell is weighed, stored at once, told once and noted', async () => {
  const { key, id } = newId();
  const people = [{ id: 71, name: 'Ada Roth' }];
  const credits = [{ role: 0, ordering: 1, person: 71, main: true, characters: ['Ann'], job: null, remark: null }];
  const tmdb = sourceTelling({
    name: 'tmdb',
    tell: async () => film(key, { plot: 'Long.', year: 1931, credits }),
    people,
  });
  const omdb = sourceTelling({
    name: 'omdb',
    tell: async () => film(key, { plot: 'Longer.', metascore: 61 }),
    left: ['x'],
  });
  const before = await count('change');
  const fetching = fetchingFrom([tmdb.source, omdb.source], { priorities: () => new Map([['plot', ['omdb']]]) });
  const result = await fetching.store(id, ME);
  expect(await rowOf(key)).toMatchObject({ source: 'tmdb', title: 'Mill', plot: 'Longer.', metascore: 61, year: 1931 });
  expect(result).toMatchObject({ imdbId: id.canonical, preview: false, isNew: true, others: { titles: 0, people: 1 } });
  expect(result.sources.map(({ source, outcome, left }) => [source, outcome, left])).toEqual([
    ['tmdb', 'told', []],
    ['omdb', 'told', ['x']],
  ]);
  expect(result.changes).toContainEqual({
    part: 'plot',
    source: 'omdb',
    was: null,
    from: null,
    to: 'Longer.',
    list: null,
  });
  expect(result.changes.find(({ part }) => part === 'actors')).toMatchObject({ list: { from: 0, to: 1, added: 1 } });
  const told = await db.query('select kind, record_id::int, action from change order by id offset $1', [before]);
  expect(told.rows).toEqual([
    { kind: 'movie', record_id: key, action: 'create' },
    { kind: 'name', record_id: 71, action: 'create' },
  ]);
  const noted = await db.query('select account_id::int, action, before, after from edit where record_id = $1', [key]);
  expect(noted.rows).toMatchObject([{ account_id: 7, action: 'fetch', before: null, after: { plot: 'Longer.' } }]);
  expect((await fetching.store(id, ME)).changes).toEqual([]);
  expect(await count('edit')).toBe(1);
});

it('a preview stores nothing and says what storing does', async () => {
  const { key, id } = newId();
  await fetchingFrom([sourceTelling({ name: 'omdb', tell: async () => film(key, { votes: 3 }) }).source]).store(id, ME);
  const akas = [1, 2].map((ordering) => ({
    ...{
      ordering,
      title: `Aka ${ordering}`,
      region: null,
      language: null,
      types: null,
      attributes: null,
      original: false,
    },
  }));
  const fetching = fetchingFrom([
    sourceTelling({ name: 'tmdb', tell: async () => film(key, { title: 'Moulin', akas }) }).source,
  ]);
  const [row, edits, changes] = [await rowOf(key), await count('edit'), await count('change')];
  const preview = await fetching.preview(id, ME);
  expect([await rowOf(key), await count('edit'), await count('change')]).toEqual([row, edits, changes]);
  expect(preview).toMatchObject({ preview: true, isNew: false });
  expect(preview.changes).toMatchObject([
    { part: 'title', source: 'tmdb', was: 'omdb', from: 'Mill', to: 'Moulin' },
    { part: 'akas', source: 'tmdb', was: null, list: { from: 0, to: 2, added: 2, removed: 0 } },
  ]);
  expect(await fetching.store(id, ME)).toEqual({ ...preview, preview: false });
});

it("an editor's lock keeps what it locks, and that is said", async () => {
  const { key, id } = newId();
  const tmdb = sourceTelling({ name: 'tmdb', tell: async () => film(key, { plot: 'Theirs.' }) });
  const fetching = fetchingFrom([tmdb.source]);
  await fetching.store(id, ME);
  const edit = { changes: [{ part: 'plot', version: versionOf('Theirs.'), value: 'Ours.' }], unlock: [], accountId: 7 };
  await db.transaction((tx) => saveEdit(tx, id, edit));
  const result = await fetching.update(id, ME);
  expect(result).toMatchObject({ changes: [], sources: [{ source: 'tmdb', locked: ['plot'] }] });
  expect(await rowOf(key)).toMatchObject({ plot: 'Ours.' });
});

it('what one source cannot tell just now leaves what the others tell', async () => {
  const { key, id } = newId();
  const result = await fetchingFrom([
    sourceTelling({ name: 'tmdb', tell: limited }).source,
    sourceTelling({ name: 'omdb', tell: async () => film(key) }).source,
    sourceTelling({ name: 'wikidata', tell: async () => 'unknown', given: false }).source,
  ]).store(id, ME);
  expect(result.isNew).toBe(true);
  expect(result.sources.map(({ message, retryAfter }) => [message, retryAfter])).toEqual([
    ['tmdb has reached its limit; it can be asked again in 90 s', 90],
    ['omdb knows it', null],
    ['wikidata is not set up: A_KEY is missing', null],
  ]);
});

it('a refresh for which nobody can be asked leaves the record and says why', async () => {
  const { key, id } = newId();
  await fetchingFrom([sourceTelling({ name: 'omdb', tell: async () => film(key) }).source]).store(id, ME);
  const row = await rowOf(key);
  failures.length = 0;
  const away = fetchingFrom([
    sourceTelling({ name: 'tmdb', tell: limited }).source,
    sourceTelling({ name: 'omdb', tell: () => Promise.reject(new SourceError('omdb', 'refused')) }).source,
  ]);
  await expect(away.update(id, ME)).rejects.toMatchObject({
    reason: 'sources_away',
    details: [{ field: 'tmdb' }, { field: 'omdb', message: 'omdb refuses the credentials' }],
  });
  expect(failures).toHaveLength(1);
  await expect(away.preview(id, ME)).rejects.toMatchObject({ reason: 'sources_away' });
  expect([failures.length, await rowOf(key)]).toEqual([1, row]);
});

it('what nobody knows is a 404, but leaves a record that is there as it is', async () => {
  const { key, id } = newId();
  const nobody = fetchingFrom([sourceTelling({ name: 'tmdb', tell: async () => 'unknown' }).source]);
  await expect(nobody.store(id, ME)).rejects.toMatchObject({ reason: 'title_unknown', details: [{ field: 'tmdb' }] });
  await expect(nobody.update(id, ME)).rejects.toMatchObject({ reason: 'title_unknown' });
  await fetchingFrom([sourceTelling({ name: 'omdb', tell: async () => film(key) }).source]).store(id, ME);
  expect(await nobody.update(id, ME)).toMatchObject({ changes: [], sources: [{ outcome: 'unknown' }] });
});

it('what names no title makes no record', async () => {
  const { key, id } = newId();
  const wikidata = sourceTelling({ name: 'wikidata', tell: async () => ({ id: key, year: 1931 }) });
  await expect(fetchingFrom([wikidata.source]).store(id, ME)).rejects.toMatchObject({ reason: 'title_unknown' });
  expect(await rowOf(key)).toBeUndefined();
});

it('two who fetch one record at once get one answer', async () => {
  const { key, id } = newId();
  const { promise, resolve } = Promise.withResolvers<ToldTitle>();
  const { source, state } = sourceTelling({ name: 'tmdb', tell: () => promise });
  const fetching = fetchingFrom([source]);
  const both = [fetching.store(id, ME), fetching.store(id, { accountId: 8 })];
  resolve(film(key));
  const [one, other] = await Promise.all(both);
  expect([state.asked, one === other]).toEqual([1, true]);
});

it('a source that takes too long is left out, and one that is slow is asked when it is named', async () => {
  const { key, id } = newId();
  const forever = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const slow = sourceTelling({ name: 'wikidata', tell: async () => film(key, { year: 1931 }), slow: true });
  const sources = [
    sourceTelling({ name: 'tmdb', tell: forever }).source,
    sourceTelling({ name: 'omdb', tell: async () => film(key) }).source,
    slow.source,
  ];
  const fetching = fetchingFrom(sources, { limit: () => 5 });
  const { sources: reports } = await fetching.store(id, ME);
  expect(reports.map(({ outcome }) => outcome)).toEqual(['failed', 'told', 'not_asked']);
  expect(reports[0]?.message).toBe('tmdb has not answered within 0.005 s');
  expect(slow.state.asked).toBe(0);
  expect(await fetching.store(id, { ...ME, origin: 'wikidata' })).toMatchObject({
    changes: [{ part: 'year', to: 1931 }],
  });
});

it('what tells of another record, or fails in a way of its own, is a failure of that source alone', async () => {
  const { key, id } = newId();
  const { sources } = await fetchingFrom([
    sourceTelling({ name: 'tmdb', tell: async () => film(key + 900) }).source,
    sourceTelling({ name: 'wikidata', tell: () => Promise.reject(new Error('oh')) }).source,
    sourceTelling({ name: 'omdb', tell: async () => film(key) }).source,
  ]).store(id, ME);
  expect(sources.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'told']);
  expect(await rowOf(key + 900)).toBeUndefined();
});

it('a merged id is not fetched', async () => {
  const { key, id } = newId();
  const fetching = fetchingFrom([sourceTelling({ name: 'tmdb', tell: async () => film(key) }).source]);
  await db.query(`insert into redirect values ('movie', $1, 5001)`, [key]);
  await expect(fetching.store(id, ME)).rejects.toMatchObject({ reason: 'record_merged' });
});

it('a series is looked at again after the days of the freshest source', async () => {
  const { key, id } = newId();
  const tell = async () => film(key, { type: 'S' });
  const episode = { id: key + 500, type: 'E', title: 'Ebb', episode: { series: key, season: 1, number: 1 } } as const;
  const { others } = await fetchingFrom([sourceTelling({ name: 'tmdb', tell, titles: [episode] }).source]).store(
    id,
    ME,
  );
  expect(others).toEqual({ titles: 1, people: 0 });
  const { rows } = await db.query(
    `select round(extract(epoch from update_date - now()) / 86400)::int as days, ignore from serie_update where title_id = $1`,
    [key],
  );
  expect(rows).toEqual([{ days: 7, ignore: false }]);
});
