import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGEST_BUNDLE } from '#contracts/imdb.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let session: string;
beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn('editor@example.org', { admin: true });
});
afterAll(() => product.close());

const EDGE = 'edge-of-a-part';
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = async (method: Method, path: string, payload?: unknown, headers: Record<string, string> = {}) => {
  const answer = await product.app.inject({
    method,
    url: `/api/admin/${path}`,
    ...(payload === undefined ? {} : { payload: payload as object }),
    headers: { authorization: `Bearer ${session}`, ...headers },
  });
  return { ...(answer.body && answer.json()), code: answer.statusCode, headers: answer.headers };
};
const upload = (kind: string, file: string | Buffer, query = '') =>
  call(
    'POST',
    `imdb/import/${kind}${query}`,
    Buffer.concat([
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\nContent-Type: application/json\r\n\r\n`,
      ),
      Buffer.from(file),
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
    { 'content-type': `multipart/form-data; boundary=${EDGE}` },
  );
const GODFATHER = 'tt0068646';
const v1 = async (path: string) => (await product.get(`/api/v1/${path}`)).json();
const part = async (name: string, id = GODFATHER) => (await call('GET', `imdb/${id}/editor?parts=${name}`)).data[0];

describe('the parts of a record', () => {
  it('are answered as they are asked for, each with whose it is', async () => {
    const { code, data } = await call('POST', `imdb/${GODFATHER}`, [
      { data: 'movie' },
      { data: 'akas', extraParams: { page: 2, regs: 2 } },
      { data: 'crew', extraParams: { type: 'WRITER' } },
      { data: 'similarMovies' },
      { data: 'serieUpdate' },
    ]);
    expect(code).toBe(200);
    expect(Object.keys(data)).toEqual(['movie', 'akas', 'crew', 'similarMovies', 'serieUpdate']);
    expect(data.movie).toMatchObject({ imdbId: GODFATHER, type: 'M' });
    expect(data.akas).toMatchObject({ page: 2, regs: 2, source: 'sample', licence: 'MIT', locked: false });
    expect(data.akas.data).toHaveLength(2);
    expect(new Set(data.crew.data.map(({ type }: { type: string }) => type))).toEqual(new Set(['WRITER']));
    expect(data.serieUpdate).toBeNull();
  });

  it('of a series are seasons, one season, or a year', async () => {
    const asked = (season?: number) => [{ data: 'seasons', ...(season !== undefined && { extraParams: { season } }) }];
    const all = await call('POST', 'imdb/tt0903747', asked());
    expect(all.data.seasons.total).toBe(5);
    const two = await call('POST', 'imdb/tt0903747', asked(2));
    expect(two.data.seasons.data).toMatchObject([{ numSeason: 2 }]);
    const year = await call('POST', 'imdb/tt0903747', asked(2009));
    expect(year.data.seasons.data).toMatchObject([{ year: 2009 }]);
    expect((await call('POST', 'imdb/tt0903747', asked(77))).reason).toBe('season_unknown');
  });

  it('of a person are a person’s', async () => {
    const { data } = await call('POST', 'imdb/nm0000199', [{ data: 'name' }, { data: 'filmography' }]);
    expect(data.name).toMatchObject({ imdbId: 'nm0000199' });
    expect(data.filmography.data[0]).toHaveProperty('filmographiesNames');
    const wrong = await call('POST', 'imdb/nm0000199', [{ data: 'akas' }]);
    expect(wrong).toMatchObject({ code: 400, reason: 'invalid_body' });
  });

  it('of what is not there are a 404, and of a strange id a 400', async () => {
    expect(await call('POST', 'imdb/tt9999998', [{ data: 'movie' }])).toMatchObject({
      code: 404,
      reason: 'title_unknown',
    });
    expect(await call('POST', 'imdb/xx1', [{ data: 'movie' }])).toMatchObject({ code: 400, reason: 'malformed_id' });
    expect(await call('POST', `imdb/${GODFATHER}`, [{ data: 'secrets' }])).toMatchObject({ code: 400 });
    expect(await call('POST', `imdb/${GODFATHER}`, [])).toMatchObject({ code: 400 });
  });

  it('count the crew by type', async () => {
    const { data } = await call('GET', `imdb/${GODFATHER}/resume-crew`);
    expect(data).toContainEqual({ type: 'DIRECTOR', count: 1 });
  });

  it('count the episodes by season and by year, also those that have none', async () => {
    const id = 'tt0903747';
    await db.query('update episode set season = null where series_id = 903747 and season = 5 and number = 16');
    const { data } = await call('GET', `imdb/${id}/resume-seasons`);
    expect(data.seasons.map(({ numSeason }: { numSeason: number }) => numSeason)).toEqual([1, 2, 3, 4, 5, null]);
    expect([data.seasons.at(-1).count, data.years[0]]).toEqual([1, { year: 2008, count: 7 }]);
    const without = await call('POST', `imdb/${id}`, [{ data: 'seasons', extraParams: { season: null } }]);
    expect(without.data.seasons.data).toMatchObject([{ numSeason: null, episodes: [{ episode: 16 }] }]);
    await db.query('update episode set season = 5 where series_id = 903747 and season is null');
    expect(await call('GET', 'imdb/tt9999998/resume-seasons')).toMatchObject({ code: 404, reason: 'title_unknown' });
  });
});

describe('the metadata of a record', () => {
  const metadata = async (id: string) => (await call('POST', `imdb/${id}`, [{ data: 'metadata' }])).data.metadata;

  it('says where it is found, what leads to it, and that nothing is wrong', async () => {
    expect(await metadata('tt0022100')).toMatchObject({
      movieDocument: { idMovie: 22100, imdbId: 'tt0022100', type: 'M', akas: expect.any(Array) },
      imdbRedirect: [],
      serieUpdate: null,
      messages: [],
    });
    expect((await metadata('nm0000199')).messages).toEqual([]);
  });

  it('tells what is wrong; a fix mends it, leaves the rest to the next update, and says what is left', async () => {
    const id = 'tt0903747';
    await db.query(`delete from title_document where id = 903747`);
    await db.query(`insert into redirect values ('movie', 903747, 22100), ('movie', 77, 903747)`);
    await db.query(`insert into episode (title_id, series_id, season, number) values (88, 903747, 7, 1)`);
    await db.query(`insert into aka select title_id, 900 + ordering, title, region, language, types, attributes, original from aka
      where title_id = 903747 order by ordering limit 1`);
    await db.query(`update title set poster = null, end_year = 1990 where id = 903747`);
    const wrong = await metadata(id);
    expect(wrong).toMatchObject({
      movieDocument: null,
      imdbRedirect: [{ imdbIdSource: 'tt0000077', imdbIdDestination: id }],
    });
    const checks = ({ findings }: { findings: { check: string }[] }) => findings.map(({ check }) => check);
    expect(checks(wrong)).toEqual([
      'redirect_loop',
      'document_missing',
      'orphans',
      'season_gaps',
      'dates',
      'akas',
      'picture',
    ]);
    const { data: left } = await call('POST', 'fix-errors', wrong);
    expect(checks(left)).toEqual(['dates', 'picture']);
    expect(left.findings[0].reason).toBe('Only an editor can say which of the two is right.');
    expect(left.movieDocument).toMatchObject({ imdbId: id });
    const { rows } = await db.query(`select result, processed_at from manual_update where imdb_id = $1`, [id]);
    expect(rows).toEqual([{ result: null, processed_at: null }]);
    await db.query(`update title set rating = 1 where id = 903747`);
    expect(checks(await metadata(id))).toContain('document_stale');
  });

  it('of what is not there, or of nothing, cannot be mended', async () => {
    expect(await call('POST', 'fix-errors', { imdbId: 'tt9999998' })).toMatchObject({ code: 404 });
    expect(await call('POST', 'fix-errors', {})).toMatchObject({ code: 400, details: [{ field: 'imdbId' }] });
  });
});

describe('editing over HTTP', () => {
  it('an edit is seen by readers, by search and in the feed at once, and can be undone', async () => {
    const before = await v1(`movie/${GODFATHER}`);
    const { version } = await part('title');
    const edit = { changes: [{ part: 'title', version, value: 'Qwertzfilm' }] };
    const saved = await call('PATCH', `imdb/${GODFATHER}`, edit);
    expect(saved.data).toMatchObject([{ part: 'title', value: 'Qwertzfilm', source: 'editor', locked: true }]);
    await expect.poll(async () => (await v1(`movie/${GODFATHER}`)).data.title).toBe('Qwertzfilm');
    expect((await v1('search?q=qwertzfilm')).data).toMatchObject([{ imdbId: GODFATHER }]);
    const stale = await call('PATCH', `imdb/${GODFATHER}`, edit);
    expect(stale).toMatchObject({
      code: 409,
      reason: 'changed_meanwhile',
      details: [{ field: 'title', present: 'Qwertzfilm' }],
    });
    const { data: history, total } = await call('GET', `imdb/${GODFATHER}/history`);
    expect(total).toBe(1);
    expect(history).toMatchObject([{ by: 'editor@example.org', action: 'edit', part: 'title', after: 'Qwertzfilm' }]);
    expect((await call('POST', `imdb/history/${history[0].id}/undo`)).data).toEqual({ imdbId: GODFATHER });
    await expect.poll(async () => (await v1(`movie/${GODFATHER}`)).data.title).toBe(before.data.title);
    expect(await part('title')).toMatchObject({ source: 'sample', locked: false });
  });

  it('a record is exported, deleted, gone from search, and imported again', async () => {
    const before = await v1(`movie/${GODFATHER}?include=all`);
    const answer = await product.app.inject({
      url: `/api/admin/imdb/${GODFATHER}/export`,
      headers: { authorization: `Bearer ${session}` },
    });
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="tt0068646.json"',
      'cache-control': 'no-store',
    });
    expect((await call('DELETE', `imdb/${GODFATHER}`)).data).toBe('tt0068646 deleted');
    await expect.poll(async () => (await v1(`movie/${GODFATHER}`)).reason).toBe('title_unknown');
    const found = (await v1(`search?q=${encodeURIComponent(before.data.title)}`)).data as { imdbId: string }[];
    expect(found.map(({ imdbId }) => imdbId)).not.toContain(GODFATHER);
    expect(await upload('movie', answer.body, '?imdbId=tt0000001')).toMatchObject({
      code: 400,
      details: [{ field: 'imdbId' }],
    });
    expect((await upload('movie', answer.body)).data).toEqual({ imdbId: GODFATHER, changed: true });
    expect((await upload('movie', answer.body)).data).toEqual({ imdbId: GODFATHER, changed: false });
    await expect.poll(async () => (await v1(`movie/${GODFATHER}`)).code).toBe(200);
    const { insertDate, lastUpdate, ...after } = (await v1(`movie/${GODFATHER}?include=all`)).data;
    expect({ ...before.data, ...after }).toEqual(before.data);
    expect(insertDate > before.data.insertDate && lastUpdate >= insertDate).toBe(true);
  });

  it('a made title can be merged into another: its id leads there', async () => {
    const changes = [
      { part: 'title', value: 'A Doublet' },
      { part: 'type', value: 'M' },
    ];
    const { imdbId } = (await call('POST', 'imdb', { kind: 'movie', changes })).data;
    expect(imdbId).toBe('tt9000000000');
    expect((await call('POST', `imdb/${imdbId}/merge`, { into: GODFATHER })).data).toBe(
      `${imdbId} merged into ${GODFATHER}`,
    );
    const leadsTo = async () => (await product.get(`/api/v1/movie/${imdbId}`)).headers.location;
    await expect.poll(leadsTo).toBe(`/api/v1/movie/${GODFATHER}`);
    expect((await call('POST', `imdb/${imdbId}`, [{ data: 'movie' }])).code).toBe(308);
    expect(await call('DELETE', `imdb/${imdbId}/redirect`)).toMatchObject({ code: 200 });
    await expect.poll(async () => (await product.get(`/api/v1/movie/${imdbId}`)).statusCode).toBe(404);
  });

  it('a part of thousands of rows is edited', async () => {
    const { version } = await part('crew');
    const value = Array.from({ length: 3_000 }, (_, at) => ({
      ...{ type: 'STUNTS', imdbId: 'nm0000199', job: null, main: false, remark: null, ordering: at + 1 },
    }));
    expect(await call('PATCH', `imdb/${GODFATHER}`, { changes: [{ part: 'crew', version, value }] })).toMatchObject({
      code: 200,
    });
    expect((await v1(`movie/${GODFATHER}/crew?regs=1`)).total).toBe(3_000);
  });

  it('files that are too large, packed or nonsense are refused and change nothing', async () => {
    const changes = (await db.query<{ n: number }>('select count(*)::int as n from change')).rows[0]?.n;
    expect(await upload('movie', 'x'.repeat(LARGEST_BUNDLE + 1))).toMatchObject({
      code: 413,
      reason: 'body_too_large',
    });
    const packed = Buffer.from('1f8b0800000000000003', 'hex');
    for (const file of ['', '{}', '[]', 'null', '"x"', packed, '['.repeat(1_000_000), '{"a":'.repeat(500_000)])
      expect(await upload('movie', file)).toMatchObject({ code: 400, reason: 'invalid_body' });
    expect(await upload('series', '{}')).toMatchObject({ code: 400, reason: 'invalid_parameter' });
    expect((await db.query<{ n: number }>('select count(*)::int as n from change')).rows[0]?.n).toBe(changes);
  });
});
