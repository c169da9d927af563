import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { followRecords } from '#server/app/import.ts';
import { queryService, type Statements } from '#server/sources/wikidata/id-map.fixture.ts';
import { createIdMap } from '#server/sources/wikidata/id-map.ts';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { INVENTED } from '#test/support/invented.ts';
import { EVERYTHING } from '#test/support/random-import.ts';
import { runContext } from '#test/support/run-context.ts';
import { applyRecords } from '../apply.service.ts';
import { createMapReading } from './map.service.ts';
import { mapTask } from './map.tasks.ts';

const db = await testDatabase();
let said: Statements = [];
const service = await startService((request, response) => queryService(said)(request, response));
afterAll(() => service.close());

const waited: number[] = [];
const taskWith = (contact: string | undefined = 'films@example.org') =>
  mapTask(
    createMapReading({
      db,
      map: createIdMap({ queryUrl: `${service.baseUrl}/sparql`, contact, version: '9', pageSize: 2, every: 0 }),
      readDump: () => {
        throw new Error('no dump is named');
      },
      wait: async (ms) => void waited.push(ms),
    }),
  );
const ran = async (run = runContext(), task = taskWith()) => {
  await task.run({}, run.context);
  return run.lines;
};
const held = async () =>
  (
    await db.query<{ id: string }>(
      `select concat_ws(' ', site, space, value, kind, record_id) as id from external_id order by 1`,
    )
  ).rows.map(({ id }) => id);

const FILM = ['Q1', 'P345', 'tt0000001'] as const;
const SERIES = ['Q2', 'P345', 'tt0000002'] as const;
const PERSON = ['Q3', 'P345', 'nm0000011'] as const;
const ALL: Statements = [
  ...[FILM, SERIES, PERSON, ['Q9', 'P345', 'tt7777777'] as const, ['Q9', 'P4947', '99'] as const],
  ...([
    ['Q1', 'P4947', '11'],
    ['Q2', 'P4983', '11'],
    ['Q2', 'P4835', '5'],
    ['Q3', 'P4985', '31'],
  ] as const),
];
const HELD = [
  ...['tmdb film 11 movie 1', 'tmdb person 31 name 11', 'tmdb series 11 movie 2', 'tvdb series 5 movie 2'],
  ...['wikidata item Q1 movie 1', 'wikidata item Q2 movie 2', 'wikidata item Q3 name 11'],
];

beforeEach(async () => {
  await db.query(`truncate ${EVERYTHING}, title_document, person_document, external_id_told, external_id_reading`);
  await db.transaction((tx) => applyRecords(tx, INVENTED, 'sample', followRecords));
  await db.query('delete from external_id');
  said = ALL;
  waited.length = 0;
});

describe('a reading of the map', () => {
  it('fills in what other sites call the records that are there, says how many, and again changes nothing', async () => {
    const told = [
      'tmdb: 2 titles and 1 person have an id.',
      'tvdb: 1 title and 0 people have an id.',
      'wikidata: 2 titles and 1 person have an id.',
    ];
    expect(await ran()).toEqual(['7 ids new or of another record, 0 gone.', ...told]);
    expect(await held()).toEqual(HELD);
    expect(await ran()).toEqual(['0 ids new or of another record, 0 gone.', ...told]);
    expect(await held()).toEqual(HELD);
  });

  it('puts right what it has told before, and leaves what sources and editors have told', async () => {
    await db.query(`insert into external_id (site, space, kind, value, record_id) values
      ('tmdb', 'film', 'movie', '11', 3), ('tmdb', 'film', 'movie', '12', 3)`);
    await ran();
    expect(await held()).toEqual(['tmdb film 11 movie 3', 'tmdb film 12 movie 3', ...HELD.slice(1)]);
    said = [FILM, SERIES, PERSON, ['Q2', 'P4835', '6'], ['Q1', 'P4983', '11'], ['Q3', 'P4985', '31']];
    expect((await ran())[0]).toBe('2 ids new or of another record, 1 gone.');
    expect(await held()).toEqual([
      ...['tmdb film 11 movie 3', 'tmdb film 12 movie 3', 'tmdb person 31 name 11', 'tmdb series 11 movie 1'],
      ...['tvdb series 6 movie 2', ...HELD.slice(4)],
    ]);
  });

  it('finds a record under the id that it was merged into', async () => {
    await db.query(`insert into redirect values ('movie', 7777777, 3)`);
    await ran();
    expect(await held()).toContain('tmdb film 99 movie 3');
  });

  it('takes nothing away where far less is told than the last time', async () => {
    await ran();
    said = [FILM];
    expect(await ran()).toContain('WARN: Far fewer ids were told than the last time; none was taken away.');
    expect(await held()).toEqual(HELD);
  });

  it('goes on from where it was broken off, and shows nothing before it is whole', async () => {
    const broken = runContext((_processed, stop) => stop.abort(new Error('stopped')));
    await expect(ran(broken)).rejects.toThrow('stopped');
    expect(await held()).toEqual([]);
    const before = service.asked.length;
    await ran();
    expect(await held()).toEqual(HELD);
    const again = service.asked.slice(before).filter((url) => url.includes('P4947'));
    expect(again.length).toBeLessThan(2);
    await ran();
    expect(await held()).toEqual(HELD);
  });

  it('begins anew where it was broken off too long ago', async () => {
    await db.query(
      `insert into external_id_reading (part, read, whole, begun_at) values ('P4947', 2, true, now() - interval '8 days')`,
    );
    await db.query(`insert into external_id_told values ('tmdb', 'film', '77', 'movie', 3)`);
    await ran();
    expect(await held()).toEqual(HELD);
  });
});

describe('who asks', () => {
  it('waits as long as the service says, and gives up after some tries without losing what it has', async () => {
    let refusals = 1;
    const limited = (seconds: string) =>
      service.whileAnswering(
        (request, response) => {
          if (refusals-- > 0) response.writeHead(429, { 'retry-after': seconds }).end();
          else queryService(said)(request, response);
        },
        () => ran(),
      );
    // The door out waits for a moment by itself; a minute is the task's to wait.
    await expect(limited('60')).rejects.toThrow('what has been read so far is kept');
    expect(waited.length).toBe(4);
    for (const ms of waited) expect(ms).toBeGreaterThan(50_000);
    expect(await held()).toEqual([]);
    await ran();
    expect(await held()).toEqual(HELD);
  });

  it('has said how to be reached', async () => {
    await expect(ran(runContext(), taskWith(''))).resolves.toBeDefined();
    const silent = mapTask(
      createMapReading({
        ...{ db, readDump: () => [] as never },
        map: createIdMap({ queryUrl: `${service.baseUrl}/sparql`, contact: undefined, version: '9' }),
      }),
    );
    await expect(silent.run({}, runContext().context)).rejects.toThrow('WIKIDATA_CONTACT is not set');
  });
});
