import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '#contracts/endpoint.ts';
import { exportOf } from '#contracts/list-export.ts';
import { paging, query } from '#contracts/query.ts';
import { failure } from '#server/kernel/failure.ts';
import { AwayError, httpWith } from '#test/support/http-app.ts';
import { atOnce } from '../db/steps.ts';
import { exportRoute } from './list-file.ts';
import { VISITOR } from './route.ts';

const Thing = Type.Object({ id: Type.Integer(), name: Type.String(), by: Type.Union([Type.String(), Type.Null()]) });
const things = endpoint({
  name: 'things',
  method: 'GET',
  path: '/api/admin/shop/:shop/things',
  access: 'admin',
  tag: 'Things',
  summary: 'Things',
  params: Type.Object({ shop: Type.String() }),
  query: query({ name: Type.Optional(Type.String()), ...paging }),
  reply: Type.Array(Thing),
  shape: 'page',
});
const file = exportOf(things)({
  file: 'things',
  columns: [
    ['#', 'id'],
    ['NAME', 'name'],
    ['BY', 'seller', ({ by }) => by && `by ${by}`],
  ],
});

let isAllowed = true;
let time = Date.parse('2026-11-25T23:00:00Z');
let taken = 0;
let ended = 0;
async function* endless() {
  try {
    for (;;) {
      taken += 1;
      yield Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(100), by: null }));
    }
  } finally {
    ended += 1;
  }
}
async function* broken(error: Error, after: number) {
  for (let step = 0; step < after; step++) yield [{ id: step, name: 'x'.repeat(100_000), by: null }];
  throw error;
}

const { app } = httpWith(
  [
    exportRoute(file)(({ params: { shop }, query: { name } }) => {
      if (shop === 'closed') throw failure('task_unknown');
      if (shop === 'endless') return endless();
      if (shop === 'away') return broken(new AwayError('gone'), 0);
      if (shop === 'breaks') return broken(new Error('in the middle'), 3);
      const all = [
        { id: 1, name: '=1+1', by: 'me' },
        { id: -2, name: 'two\r\nlines', by: null },
      ];
      return atOnce(all.filter((one) => name === undefined || one.name === name));
    }),
  ],
  {
    authenticate: {
      admin: () => {
        if (!isAllowed) throw failure('session_invalid');
        return VISITOR;
      },
    },
    now: () => new Date(time),
    isUnavailable: (error) => error instanceof AwayError,
  },
);
const get = (path: string) => app.inject({ url: `/api/admin/shop/${path}` });

let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const open = async (shop: string) => {
  const asking = request({ port, host: '127.0.0.1', path: `/api/admin/shop/${shop}/things/export` });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { asking, answer };
};

describe('the file of a list', () => {
  it('is CSV with its columns, named by what it is and by the day, and kept by nobody', async () => {
    const { headers, body } = await get('12/things/export');
    expect(body).toBe(`\ufeff#,NAME,BY\r\n1,"'=1+1","by me"\r\n-2,"two\nlines",\r\n`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="kinodex-things-12-2026-11-25.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.etag).toBeUndefined();
  });

  it('is a line of JSON for each row where that is asked for', async () => {
    const { headers, body } = await get('12/things/export?format=jsonl');
    expect(body).toBe('{"id":1,"name":"=1+1","seller":"by me"}\n{"id":-2,"name":"two\\r\\nlines","seller":null}\n');
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toContain('.jsonl"');
  });

  it('takes the filters of the list, and refuses all else, pages too', async () => {
    expect((await get('12/things/export?name=%3D1%2B1&format=jsonl')).body.split('\n')).toHaveLength(2);
    expect((await get('12/things/export?name=none')).body).toBe('\ufeff#,NAME,BY\r\n');
    expect((await get('12/things/export?name=none&format=jsonl')).body).toBe('');
    for (const wrong of ['page=1', 'regs=5', 'colour=red', 'format=xls']) {
      const { statusCode, body } = await get(`12/things/export?${wrong}`);
      expect([statusCode, JSON.parse(body).details[0].field]).toEqual([400, wrong.split('=')[0]]);
    }
  });

  it('has a name that is one on every system, whatever stands in its address', async () => {
    const { headers } = await get(`${encodeURIComponent('..\\"é\n;x')}/things/export`);
    expect(headers['content-disposition']).toBe('attachment; filename="kinodex-things-x-2026-11-25.csv"');
  });

  it('that cannot begin is a failure like any other', async () => {
    expect((await get('closed/things/export')).json()).toMatchObject({ code: 404, reason: 'task_unknown' });
    const away = await get('away/things/export');
    expect([away.json().code, away.headers['content-disposition'], away.headers['retry-after']]).toEqual([
      503,
      undefined,
      '2',
    ]);
  });

  it('that breaks off does not look like a whole one', async () => {
    const { answer } = await open('breaks');
    answer.resume();
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
  });

  it('breaks off when its caller is signed out meanwhile', async () => {
    const { answer } = await open('endless');
    answer.resume();
    isAllowed = false;
    time += 10_000;
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
    await expect.poll(() => ended).toBe(1);
    isAllowed = true;
  });

  it('is read no faster than it is taken, and no longer', async () => {
    const before = { taken, ended };
    const { asking, answer } = await open('endless');
    answer.on('error', () => {});
    await once(answer, 'readable');
    asking.destroy();
    await expect.poll(() => ended).toBe(before.ended + 1);
    expect(taken - before.taken).toBeLessThan(1_000);
  });
});
