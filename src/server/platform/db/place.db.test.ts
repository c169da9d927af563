import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { type Place, PlaceTaken, takePlace } from './place.ts';

const db = await testDatabase();
const places: Place[] = [];
const take = async (alone: boolean, log = silentLog): Promise<Place> => {
  const place = await takePlace({ ...db, place: 'postgres://db/films' }, alone, log);
  places.push(place);
  return place;
};
afterEach(async () => {
  for (const place of places.splice(0)) await place.leave();
});

describe('the place of a node', () => {
  it('is for one that counts alone, until it leaves', async () => {
    const first = await take(true);
    await expect(take(true)).rejects.toThrow(PlaceTaken);
    await expect(take(false)).rejects.toThrow(
      'DATABASE_URL=postgres://db/films: a node without REDIS_URL serves from it; give it REDIS_URL too, or stop it',
    );
    await first.leave();
    await take(true);
  });

  it('is shared by nodes that count together, and then not for one that counts alone', async () => {
    await take(false);
    await take(false);
    await expect(take(true)).rejects.toThrow(
      /^DATABASE_URL=postgres:\/\/db\/films: another node serves from it; several need REDIS_URL, /,
    );
  });

  it('is taken again when the connection was lost', async () => {
    const log = keptLog();
    await take(true, log);
    const holder = async () => {
      const { rows } = await db.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = 7030 and granted
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0]?.pid;
    };
    const first = await holder();
    await db.query('select pg_terminate_backend($1)', [first]);
    await expect.poll(async () => [undefined, first].includes(await holder())).toBe(false);
    await expect(take(true)).rejects.toThrow(PlaceTaken);
    expect(log.lines).toEqual([]);
  });
});
