import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Key } from '#contracts/keys.api.ts';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';

/** Keys on two nodes that share a database and a Redis, over HTTP only. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
const PASSWORD = 'a long password of one';
const TITLE = '/api/v1/movie/tt0068646';
const CALLS = 1_000;

let nodes: Nodes;
let a: Served;
let b: Served;
let session = '';
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  if (skipped) return;
  nodes = (await openNodes()) as Nodes;
  const settings = { REDIS_URL: (await startRedis((end) => ends.push(end))).url };
  [a, b] = [await nodes.start(settings), await nodes.start(settings)];
  await nodes.run('user', 'create', '--email', 'owner@example.org', '--password', PASSWORD);
  const { token } = await (
    await send('POST', '/api/auth/signin', { email: 'owner@example.org', password: PASSWORD })
  )();
  session = token;
});
afterAll(async () => {
  await nodes?.close();
  for (const end of ends) await end();
});

/** A call of a page at the first node; gives what its answer holds. */
const send =
  (method: string, path: string, body?: object) =>
  async <T = { readonly token: string }>(): Promise<T> => {
    const answer = await fetch(a.url + path, {
      method,
      headers: {
        ...(session && { authorization: `Bearer ${session}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
const make = (body: object) => send('POST', '/api/user/keys', body)<Key>();
const rotate = ({ idKey }: Key, overlap: string) => send('POST', `/api/user/keys/${idKey}/rotate`, { overlap })<Key>();

const codeOf = async (node: Served, token: string): Promise<number> => {
  const answer = await fetch(node.url + TITLE, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
};
const codesOf = (token: string) => Promise.all([codeOf(a, token), codeOf(b, token)]);

/** So many calls at once over both nodes, with these tokens in turn: how many of each status. */
const burst = async (...tokens: readonly string[]): Promise<Readonly<Record<number, number>>> => {
  const codes = await Promise.all(
    Array.from({ length: CALLS }, (_, at) => codeOf(at % 2 === 0 ? a : b, tokens[(at >> 1) % tokens.length] ?? '')),
  );
  const counts: Record<number, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

describe.skipIf(skipped)(`keys on two nodes${skipped}`, () => {
  it('are granted exactly their limit by 1,000 calls at once, also while they are rotated', async () => {
    const key = await make({ name: 'Limited', dailyLimit: 137 });
    expect(await burst(key.token)).toEqual({ 200: 137, 429: CALLS - 137 });
    const next = await rotate(key, '1h');
    expect(next).toMatchObject({ dailyLimit: 137, used: 137 });
    expect(await Promise.all([codesOf(key.token), codesOf(next.token)])).toEqual([
      [429, 429],
      [429, 429],
    ]);

    const other = await make({ name: 'Other', dailyLimit: 50 });
    const turned = await rotate(other, '1h');
    expect(await burst(other.token, turned.token)).toEqual({ 200: 50, 429: CALLS - 50 });
  });

  it('are granted together what their user has, and no more', async () => {
    const [one, two] = [await make({ name: 'One', dailyLimit: 600 }), await make({ name: 'Two', dailyLimit: 600 })];
    const left = 1000 - 137 - 50;
    expect(await burst(one.token, two.token)).toEqual({ 200: left, 429: CALLS - left });
    expect((one.used ?? 0) + (two.used ?? 0)).toBe(0);
    const after = (await send('GET', '/api/user/keys')<Key[]>()).filter(({ name }) => name === 'One' || name === 'Two');
    expect(after.reduce((sum, { used }) => sum + (used ?? 0), 0)).toBe(left);
  });

  // The day of the user is spent by now: 429 is the answer to a token that serves.
  it('serve until the moment that an overlap ends at, and not after, though no node is told', async () => {
    const key = await make({ name: 'Rotated' });
    await rotate(key, '1h');
    await nodes.query(`update api_token set retired_at = now() + interval '3 seconds'
      where name = 'Rotated' and retired_at is not null`);
    const hasEnded = async (): Promise<boolean> => {
      const [row] = await nodes.query<{ ended: boolean }>(
        `select retired_at <= clock_timestamp() as ended from api_token where name = 'Rotated' and retired_at is not null`,
      );
      return row?.ended ?? false;
    };
    // The clock of the database and those of the nodes are one here. What has not ended after a call had not before it.
    for (;;) {
      const before = await hasEnded();
      const codes = await codesOf(key.token);
      if (before) {
        expect(codes).toEqual([401, 401]);
        break;
      }
      if (!(await hasEnded())) expect(codes).not.toContain(401);
    }
  });

  it('are refused on both when they are revoked at one', async () => {
    const key = await make({ name: 'Revoked' });
    expect(await codesOf(key.token)).not.toContain(401);
    await send('DELETE', `/api/user/keys/${key.idKey}`)();
    await expect.poll(() => codesOf(key.token)).toEqual([401, 401]);
  });
});
