import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { changesStream } from '#contracts/feed.api.ts';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { publishSql } from '#server/platform/bus/event.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { freePort } from '#test/support/cli.ts';
import { follow } from '#test/support/event-stream.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { findExternalServer } from '#test/support/server.ts';

/** Readers of the stream while the product is stopped and started, over HTTP only. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : '';
let nodes: Nodes;
beforeAll(async () => {
  if (!skipped) nodes = (await openNodes()) as Nodes;
});
afterAll(() => nodes?.close());

/** 1,000 were tried as well; each is a connection and a reader in this process, too. */
const READERS = 200;

describe.skipIf(skipped)(`the stream of changes${skipped}`, () => {
  it('tells many readers each change exactly once, through two restarts, one of them by a kill', async () => {
    const PORT = String(await freePort());
    let node = await nodes.start({ PORT });
    const token = await nodes.run('token', 'create', '--email', 'many@example.org', '--requests', '100000');
    await nodes.query(`update configuration set value1 = '${READERS}' where key = 'API_STREAMS_TOKEN'`);
    const readers = Array.from({ length: READERS }, () => follow(() => `${node.url}${changesStream.path}`, token));
    onTestFinished(() => {
      for (const { leave } of readers) leave();
    });
    await expect.poll(() => readers.filter(({ last }) => last() !== '').length).toBe(READERS);

    /** Two writers at once, in transactions that each take their turn, whether a node is there or not. */
    const write = (key: number) =>
      nodes.query(`begin; select pg_advisory_xact_lock(${LOCKS.changeFeed});
        insert into change (kind, record_id, action) select 'movie', ${key}, 'update' from generate_series(1, 5);
        select ${publishSql(CATALOGUE_CHANGED)}; commit`);
    const writeAll = async (from: number) => {
      for (let key = from; key < from + 8; key += 2) await Promise.all([write(key), write(key + 1)]);
    };
    const first = await nodes.query<{ id: number }>('select coalesce(max(id), 0)::int as id from change');
    await writeAll(1);
    const ended = node.end('SIGTERM');
    await writeAll(101);
    await ended;
    await writeAll(201);
    node = await nodes.start({ PORT });
    await writeAll(301);
    await node.end('SIGKILL');
    await writeAll(401);
    node = await nodes.start({ PORT });
    await writeAll(501);

    const rows = await nodes.query<{ id: number }>(`select id::int from change where id > ${first[0]?.id} order by id`);
    const ids = rows.map(({ id }) => `c${id}`);
    expect(ids).toHaveLength(240);
    await expect.poll(() => readers.filter(({ told }) => told.length >= ids.length).length).toBe(READERS);
    for (const { told } of readers) expect(told.map(({ id }) => id)).toEqual(ids);
    expect(new Set(readers.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));
  });
});
