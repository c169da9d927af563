import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { addPeople, addTitles, rebuildAll } from './search.fixture.ts';
import { vacuumDocuments, warmDocuments } from './warm.store.ts';

const db = await testDatabase();
beforeAll(async () => {
  await addTitles(db, [{ id: 1, title: 'The Warm Harbour', votes: 2_000_000 }]);
  await addPeople(db, [{ id: 1, name: 'Ann Warm', knownFor: [1] }]);
  await rebuildAll(db);
});

describe('warmDocuments', () => {
  it('reads the documents and their inverted indexes, the best known first', async () => {
    const warmed = await warmDocuments(db);
    expect(new Set(warmed.map(({ mode }) => mode))).toEqual(new Set(['buffer']));
    const names = warmed.map(({ name }) => name);
    expect(names).toHaveLength(32);
    const isIndex = names.map((name) => name.includes('words'));
    expect([isIndex.slice(0, 2), isIndex.slice(2, 4)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(names.slice(2, 4).toSorted()).toEqual(['person_document_0', 'title_document_0']);
    expect(names.slice(-2).toSorted()).toEqual(['person_document_7', 'title_document_7']);
  });

  it('reads no more than there is room for, and nothing once it is told to stop', async () => {
    expect(await warmDocuments(db, { share: 1e-9 })).toEqual([]);
    const asked: string[] = [];
    const query: typeof db.query = (text, values) => {
      asked.push(String(text));
      return db.query(text, values);
    };
    await warmDocuments({ query }, { signal: AbortSignal.abort() });
    expect(asked.filter((text) => text.includes('select pg_prewarm'))).toEqual([]);
  });

  it('leaves to the cache of the system what the memory has no room for, as far as that has', async () => {
    const all = await warmDocuments(db);
    const { rows } = await db.query<{ size: number; memory: number }>(
      `select sum(pg_relation_size(name::regclass))::float8 as size,
        pg_size_bytes(current_setting('shared_buffers'))::float8 as memory from unnest($1::text[]) name`,
      [all.slice(0, 4).map(({ name }) => name)],
    );
    const { size = 0, memory = 1 } = rows[0] ?? {};
    const share = size / memory;
    expect(await warmDocuments(db, { share })).toEqual(all.slice(0, 4));
    expect(await warmDocuments(db, { share, cache: 1 })).toEqual(all.slice(0, 4));
    const beyond = await warmDocuments(db, { share, cache: 2 ** 30 });
    expect(beyond.slice(0, 4)).toEqual(all.slice(0, 4));
    expect(beyond.slice(4)).toEqual(all.slice(4).map(({ name }) => ({ name, mode: 'read' })));
  });

  it('goes through its memory again until all of them are there, and no more than five times', async () => {
    const memory = async (missing: readonly number[], room?: Parameters<typeof warmDocuments>[1]) => {
      const asked: string[] = [];
      const left = [...missing];
      const query = (async (text: string, values?: unknown[]) => {
        if (!text.startsWith('explain')) return db.query(text, values);
        const [name, mode] = values as [string, string];
        asked.push(mode);
        const lacks = name === 'title_document_7' ? (left.shift() ?? 1) : 0;
        return { rows: [{ 'QUERY PLAN': [{ Plan: { 'Shared Read Blocks': lacks } }] }] };
      }) as typeof db.query;
      await warmDocuments({ query }, room);
      return asked;
    };
    expect(await memory([9], { share: 0, cache: 2 ** 30 })).toEqual(Array.from({ length: 32 }, () => 'read'));
    expect(await memory([0])).toHaveLength(32);
    expect(await memory([9, 2, 0])).toHaveLength(3 * 32);
    expect(await memory([])).toHaveLength(5 * 32);
  });

  it('counts what the memory did not have', async () => {
    const lacked: [unknown, number][] = [];
    const query = (async (text: string, values?: unknown[]) => {
      const answer = await db.query<{ 'QUERY PLAN'?: [{ Plan: { 'Shared Read Blocks': number } }] }>(text, values);
      const [plan] = answer.rows[0]?.['QUERY PLAN'] ?? [];
      if (plan) lacked.push([values?.[0], plan.Plan['Shared Read Blocks']]);
      return answer;
    }) as typeof db.query;
    await warmDocuments(db);
    await db.query('create extension if not exists pg_buffercache');
    await db.query("select pg_buffercache_evict_relation('title_document_0')");
    await warmDocuments({ query });
    expect(lacked.find(([name]) => name === 'title_document_0')).toEqual(['title_document_0', 1]);
    expect(lacked.slice(-32).map(([, pages]) => pages)).toEqual(Array.from({ length: 32 }, () => 0));
  });

  it('stops between two relations', async () => {
    const stopping = new AbortController();
    let read = 0;
    const query = (async (text: string, values?: unknown[]) => {
      if (text.startsWith('explain') && ++read === 3) stopping.abort();
      return db.query(text, values);
    }) as typeof db.query;
    await warmDocuments({ query }, { signal: stopping.signal });
    expect(read).toBe(3);
  });

  it('is nothing where the database has no such extension for us', async () => {
    const query = (async () => ({ rows: [{ installed: false, allowed: false }] })) as unknown as typeof db.query;
    expect(await warmDocuments({ query })).toEqual([]);
    const none = (async () => ({ rows: [] })) as unknown as typeof db.query;
    expect(await warmDocuments({ query: none })).toEqual([]);
  });
});

it('vacuumDocuments marks all pages of documents as seen by everybody', async () => {
  const pages = async (): Promise<unknown> => {
    const { rows } = await db.query(
      `select c.relname, c.relpages, c.relallvisible from pg_class c
        where c.relname ~ '^(title|person)_document_\\d$' and pg_relation_size(c.oid) > 0 order by 1`,
    );
    return rows;
  };
  const before = [
    { relname: 'person_document_0', relpages: 1, relallvisible: 0 },
    { relname: 'title_document_0', relpages: 1, relallvisible: 0 },
  ];
  expect(await pages()).toEqual(before);
  const vacuumed = async (): Promise<unknown> => {
    await vacuumDocuments(db);
    return pages();
  };
  // The server of tests does not wait until a commit is on the disk, and nothing is marked before it is.
  await expect.poll(vacuumed).toEqual(before.map((one) => ({ ...one, relallvisible: 1 })));
});
