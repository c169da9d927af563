import { beforeAll, describe, expect, it } from 'vitest';
import { NAME_PART_NAMES } from '#contracts/people.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { ALL, foundIn, NOBODY, PLAIN, recordsOn } from '#test/support/records.ts';
import { applyRecords } from './apply.service.ts';
import { NAME_SHAPE, readView, TITLE_SHAPE } from './view.rules.ts';

const db = await testDatabase();
const { state, records, title, part } = recordsOn(db);
const everything = readView(TITLE_SHAPE, { include: 'all' });

beforeAll(() => db.transaction((tx) => applyRecords(tx, INVENTED, 'bundle')));

describe('a person', () => {
  it('has typed values, the star sign from the day and the sex from the profession', async () => {
    const view = readView(NAME_SHAPE, { include: 'all' });
    const record = foundIn(await records.name('nm0000011', view, NOBODY));
    expect(record).toMatchObject({
      name: 'Mara Lind',
      birthdate: '1920-03-21',
      dateOfDead: '1999',
      height: 170,
      starSign: 'Aries',
      actorActress: 'actress',
      professions: ['actress', 'writer'],
      knownFor: ['tt0000001'],
      nicknames: [{ nickname: 'Mo' }],
      photoUrl: 'http://k/i/nm0000011',
    });
    expect(record.filmographies.map((one: { section: string }) => one.section)).toEqual(['Actress', 'Writer']);
    expect(record.filmographies[1].filmographiesNames).toEqual([
      { title: 'The Glass Harbour', imdbId: 'tt0000001', year: 1954, remarks: 'screenplay' },
    ]);
    for (const part of NAME_PART_NAMES) expect(Array.isArray(record[NAME_SHAPE.keys[part]]), part).toBe(true);
    expect(foundIn(await records.name('nm0000012', readView(NAME_SHAPE, {}), NOBODY))).toMatchObject({
      starSign: null,
      actorActress: null,
      photoUrl: null,
    });
  });

  it('has an address at IMDb where the id can be one of IMDb', async () => {
    await db.query(`insert into person (id, name, source, fetched_at) values (9000000000, 'Made', 'editor', now())`);
    const url = async (id: string) => foundIn(await records.name(id, readView(NAME_SHAPE, {}), NOBODY)).imdbUrl;
    expect(await url('nm0000011')).toBe('https://www.imdb.com/name/nm0000011/');
    expect(await url('nm9000000000')).toBeNull();
  });

  it('has pages of parts', async () => {
    for (const part of NAME_PART_NAMES) {
      const result = await records.namePart('nm0000011', part, { offset: 0, limit: 5 }, NOBODY);
      expect('found' in result && result.found.total, part).toBe(
        { filmographies: 2, nicknames: 1, marriages: 1 }[part as string] ?? 0,
      );
    }
  });
});

describe('a filmography', () => {
  it('holds adult titles, as their ids are answered, also where lists do not name them', async () => {
    await db.query('insert into credit (title_id, role, ordering, person_id) values (3, 2, 1, 12)');
    const worksIn = (list: readonly { filmographiesNames: readonly { imdbId: string }[] }[]) =>
      list.flatMap(({ filmographiesNames }) => filmographiesNames.map(({ imdbId }) => imdbId));
    const page = await records.namePart('nm0000012', 'filmographies', { offset: 0, limit: 5 }, NOBODY);
    expect(worksIn(foundIn(page))).toContain('tt0000003');
    const view = readView(NAME_SHAPE, { include: 'filmographies' });
    const record = foundIn(await records.name('nm0000012', view, NOBODY));
    expect(record.filmographies).toEqual(foundIn(page));
  });
});

describe('ids', () => {
  it('that are padded longer have moved to the usual form', async () => {
    expect(await records.title('tt000000001', PLAIN, NOBODY)).toEqual({ movedTo: 'tt0000001' });
    expect(await records.name('nm00000011', readView(NAME_SHAPE, {}), NOBODY)).toEqual({ movedTo: 'nm0000011' });
  });

  it('that were merged have moved', async () => {
    await db.query(`insert into redirect (kind, source_id, target_id) values ('movie', 500, 1), ('name', 500, 11)`);
    expect(await records.title('tt0000500', PLAIN, NOBODY)).toEqual({ movedTo: 'tt0000001' });
    expect(await records.titlePart('tt0000500', 'akas', { offset: 0, limit: 1 }, {}, NOBODY)).toEqual({
      movedTo: 'tt0000001',
    });
    expect(await records.namePart('nm0000500', 'quotes', { offset: 0, limit: 1 }, NOBODY)).toEqual({
      movedTo: 'nm0000011',
    });
  });

  it('that were merged again have moved to the last one, and a loop leads nowhere', async () => {
    await db.query(
      `insert into redirect (kind, source_id, target_id) values ('movie', 501, 500), ('movie', 600, 601), ('movie', 601, 600)`,
    );
    expect(await records.title('tt0000501', PLAIN, NOBODY)).toEqual({ movedTo: 'tt0000001' });
    await expect(records.title('tt0000600', PLAIN, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
  });

  it('of the wrong kind or form are refused, unknown ones are remembered', async () => {
    for (const id of ['nm0000001', 'tt1', 'tt0000000', 'tt12345678901', '']) {
      await expect(records.title(id, PLAIN, NOBODY), id).rejects.toMatchObject({ reason: 'malformed_id' });
    }
    state.wanted.length = 0;
    await expect(records.title('tt0000777', PLAIN, NOBODY)).rejects.toMatchObject({
      reason: 'title_unknown',
      status: 404,
    });
    expect(state.wanted).toEqual(['tt0000777']);
  });
});

describe('records that are asked for at once', () => {
  it('are read together, each for who asked for it', async () => {
    const texts: string[] = [];
    const query: typeof db.query = async (query, values) => {
      texts.push(typeof query === 'string' ? query : query.text);
      return db.query(query, values);
    };
    const { records } = recordsOn({ ...db, query });
    const view = readView(NAME_SHAPE, {});
    const [first, again, unknown, withParts, person, narrow] = await Promise.all([
      records.title('tt0000001', PLAIN, NOBODY),
      records.title('tt0000001', PLAIN, NOBODY),
      records.title('tt0009999', PLAIN, NOBODY).catch((error: unknown) => error),
      records.title('tt0000001', everything, NOBODY),
      records.name('nm0000011', view, NOBODY),
      records.title('tt0000002', readView(TITLE_SHAPE, { fields: 'imdbId' }), NOBODY),
    ]);
    expect(first).toEqual(again);
    expect(first).toEqual(await records.title('tt0000001', PLAIN, NOBODY));
    expect(unknown).toMatchObject({ reason: 'title_unknown' });
    expect(withParts).not.toEqual(first);
    expect(foundIn(person as Awaited<ReturnType<typeof records.name>>)).toMatchObject({ imdbId: 'nm0000011' });
    expect(foundIn(narrow as Awaited<ReturnType<typeof records.title>>)).toEqual({ imdbId: 'tt0000002' });
    expect(texts.filter((text) => text.includes('from title t'))).toHaveLength(3);
    expect(texts.filter((text) => text.includes('from person p'))).toHaveLength(1);
  });

  it('are all read, however many', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `tt000000${1 + (at % 2)}`);
    const found = await Promise.all(ids.map((id) => title(id)));
    expect(found.map((one) => one.imdbId)).toEqual(ids);
  });
});

describe('a batch', () => {
  it('answers titles, people and episodes in the order asked, each with its code', async () => {
    const ids = ['nm0000012', 'tt0000021', 'nonsense', 'tt0000500', 'tt0000888', 'tt0000001', 'tt0000001'];
    const items = JSON.parse(
      await records.batch({ ids, fields: ['title', 'name'], include: ['genres', 'nicknames'] }, NOBODY),
    );
    expect(items.map((item: { id: string; code: number }) => [item.id, item.code])).toEqual(
      ids.map((id, at) => [id, [200, 200, 400, 308, 404, 200, 200][at]]),
    );
    expect(items[0].data).toEqual({ name: 'Jan Holt', nicknames: [] });
    expect(items[1].data).toEqual({ title: 'One', genres: [] });
    expect(items[3]).toMatchObject({ data: null, redirectTo: 'tt0000001' });
    expect(items[2]).toMatchObject({ data: null, reason: 'malformed_id' });
  });
});

describe('sources that are not published', () => {
  it('take their records, parts and fields with them', async () => {
    await db.query(
      `insert into title_origin (title_id, part, source, fetched_at) values (1, 'goofs', 'omdb', now()), (1, 'rating', 'omdb', now())`,
    );
    const place = async () => (await title('tt0000021')).series;
    const told = (id: number, part: string, source: string) =>
      db.query(
        `insert into title_origin (title_id, part, source, fetched_at) values (${id}, '${part}', '${source}', now())`,
      );
    await told(2, 'season', 'omdb');
    expect(await place()).toMatchObject({ season: 1 });
    state.seen = { ...ALL, sources: ['bundle', 'editor'] };
    expect(await place()).toBeNull();
    await told(21, 'place', 'editor');
    expect(await place()).toMatchObject({ season: 1 });
    const record = await title('tt0000001', everything);
    expect([record.rating, record.goofs, record.title]).toEqual([null, [], 'The Glass Harbour']);
    expect(await part('tt0000001', 'goofs')).toEqual({ items: [], total: 0 });
    state.seen = { ...ALL, sources: ['tmdb'] };
    await expect(records.title('tt0000001', PLAIN, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
    await expect(records.name('nm0000011', readView(NAME_SHAPE, {}), NOBODY)).rejects.toMatchObject({
      reason: 'name_unknown',
    });
    await expect(records.season('tt0000002', { season: 1 }, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
    state.seen = ALL;
  });
});
