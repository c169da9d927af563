import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { ALL, foundIn, NOBODY, PLAIN, recordsOn } from '#test/support/records.ts';
import { applyRecords } from './apply.service.ts';
import { readPeople } from './person.store.ts';
import { readRedirects } from './record.store.ts';
import { readTitles } from './title.store.ts';
import { NAME_SHAPE, readView, TITLE_SHAPE } from './view.rules.ts';

const db = await testDatabase();
const everything = readView(TITLE_SHAPE, { include: 'all' });

beforeAll(async () => {
  await db.transaction((tx) => applyRecords(tx, INVENTED, 'bundle'));
  await db.query(`insert into title (id, type, title, source, fetched_at)
    values (31, 'M', 'Another', 'bundle', now())`);
});

/** A database that counts its statements, and one whose statements of some name fail. */
const watched = (failing = /^never$/): { readonly db: Database; readonly names: string[] } => {
  const names: string[] = [];
  const query: Executor['query'] = (asked, values) => {
    const name = typeof asked === 'string' ? '' : (asked.name ?? '');
    names.push(name);
    return failing.test(name) ? Promise.reject(new Error('away')) : db.query(asked, values);
  };
  return { db: { ...db, query }, names };
};

describe('records that are asked for at once', () => {
  const ids = ['tt0000001', 'tt0000002', 'tt0000003', 'tt0000031', 'tt0000001'];

  it('are what each of them is alone', async () => {
    const { title } = recordsOn(db);
    const alone = [];
    for (const id of ids) alone.push([await title(id), await title(id, everything)]);
    const together = await Promise.all(ids.map((id) => Promise.all([title(id), title(id, everything)])));
    expect(together).toEqual(alone);
  });

  it('share a statement where the same is asked of them', async () => {
    const { db: counted, names } = watched();
    const { title, records } = recordsOn(counted);
    await Promise.all([
      ...ids.map((id) => title(id)),
      ...ids.map((id) => title(id, everything)),
      title('tt0000001', readView(TITLE_SHAPE, { include: 'goofs' })),
      records.name('nm0000011', readView(NAME_SHAPE, { include: 'all' }), NOBODY),
      records.name('nm0000012', readView(NAME_SHAPE, { include: 'all' }), NOBODY),
    ]);
    // Of titles with parts one statement reads four, and another one the first again, which is asked for as the fifth.
    expect(names.filter((name) => name.startsWith('titles'))).toHaveLength(4);
    expect(names.filter((name) => name.startsWith('people'))).toHaveLength(1);
  });

  it('fail with those alone that share their statement', async () => {
    const { db: broken } = watched(/^titles_[^0]/);
    const { title } = recordsOn(broken);
    const [plain, whole] = await Promise.allSettled([title('tt0000001'), title('tt0000001', everything)]);
    expect(plain.status).toBe('fulfilled');
    expect(whole.status).toBe('rejected');
  });

  it('are read with any number of different sets of parts', async () => {
    const { title } = recordsOn(db);
    const { names } = TITLE_SHAPE;
    const sets = names.flatMap((one) => names.map((other) => [...new Set([one, other])]));
    const found = await Promise.all(sets.map((parts) => title('tt0000001', { parts, fields: null })));
    for (const [at, parts] of sets.entries())
      expect(Object.keys(found[at])).toEqual(expect.arrayContaining(parts.map((part) => TITLE_SHAPE.keys[part])));
    expect(await title('tt0000001', PLAIN)).not.toHaveProperty('akas');
  });
});

/** PostgreSQL makes plans of its own for the first five calls of any statement. */
const FIRST_CALLS = 5;

describe('a list of a few records', () => {
  it('is read without a plan of its own for each call', async () => {
    await db.transaction(async (tx) => {
      for (let call = 0; call < 2 * FIRST_CALLS; call++) {
        await readTitles(tx, [1, 2], everything.parts, ALL);
        await readTitles(tx, [1, 2, 3], [], ALL);
        await readPeople(tx, [11, 12], [], ALL);
        await readRedirects(tx, 'movie', [1, 2]);
      }
      const { rows } = await tx.query<{ name: string; own: number }>(
        `select name, custom_plans::int as own from pg_prepared_statements
          where name ~ '^(titles|people).*_many$' or name = 'redirects'`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(4);
      for (const { name, own } of rows) expect(own, name).toBeLessThanOrEqual(FIRST_CALLS);
    });
  });

  it('is read as it is, whatever its length', async () => {
    for (const keys of [[], [1], [1, 2], [2, 1, 999]]) {
      const found = await readTitles(db, keys, [], ALL);
      expect(found.map(({ id }) => id).sort()).toEqual(keys.filter((key) => key < 999).sort());
    }
    expect(foundIn({ found: (await readTitles(db, [1], [], ALL))[0]?.core ?? '' }).imdbId).toBe('tt0000001');
  });
});
