import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoint } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import { httpApp } from '#test/support/http-app.ts';
import { data } from './answer.ts';
import { route } from './route.ts';

const MEBIBYTE = 1_048_576;
const upload = endpoint({
  name: 'upload',
  method: 'POST',
  path: '/api/v1/upload',
  access: 'token',
  tag: 'Things',
  summary: 'Takes a bundle and its picture',
  takes: { parts: { bundle: 64 * MEBIBYTE, picture: 1_000 } },
  reply: Type.Unknown(),
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (young?: { readonly type: 'minor' }) => void;
/** Bytes of buffers that somebody still holds. */
const held = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers;
};
/** No less than that; the whole heap is looked through only where what has just died does not bring it below a bound. */
const heldWithin = (bound: number): number => {
  collect({ type: 'minor' });
  const most = process.memoryUsage().arrayBuffers;
  return most < bound ? most : held();
};

/** What the handler has seen of the last body. */
let seen: { sizes: Record<string, number>; bound: number; most: number; ended: PromiseWithResolvers<string> };
beforeEach(() => {
  seen = { sizes: {}, bound: 0, most: 0, ended: Promise.withResolvers() };
});

const { app, logged, answers } = httpApp(undefined, [
  route(upload)(async ({ body }) => {
    try {
      for await (const { name, fileName, type, content } of body) {
        if (fileName === 'unwanted') throw failure('forbidden');
        let size = 0;
        for await (const chunk of content) {
          if (size % MEBIBYTE > (size + chunk.length) % MEBIBYTE)
            seen.most = Math.max(seen.most, heldWithin(seen.bound));
          size += chunk.length;
          seen.sizes[`${name} ${fileName} ${type}`] = size;
        }
      }
      seen.ended.resolve('read');
      return data('taken');
    } catch (error) {
      seen.ended.resolve(String(error));
      throw error;
    }
  }),
]);
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const head = (name: string, file = '; filename'): string =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${file && `${file}="${name}.bin"`}\r\nContent-Type: image/png\r\n\r\n`;
const part = (name: string, content = name, file?: string): string => `${head(name, file)}${content}\r\n`;
const END = '--edge--\r\n';

const open = (headers: Record<string, string> = {}): ClientRequest =>
  request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: upload.path,
    headers: { authorization: 'Bearer alice', 'content-type': 'multipart/form-data; boundary=edge', ...headers },
  });
const answerOf = async (call: ClientRequest) => {
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  const { reason, details } = JSON.parse(text);
  return { status: answer.statusCode, reason, details };
};
const send = (body: string, headers?: Record<string, string>) => {
  const call = open(headers);
  call.end(body);
  return answerOf(call);
};
/** Writes on when what was written before is on its way. */
const writeTo = (call: ClientRequest, chunk: Buffer | string): Promise<void> =>
  new Promise((resolve) => {
    call.write(chunk, () => resolve());
  });

describe('a multipart body', () => {
  it('comes to the handler part by part, in the order in which it was sent', async () => {
    expect(await send(part('picture') + part('bundle') + END)).toMatchObject({ status: 200 });
    expect(Object.entries(seen.sizes)).toEqual([
      ['picture picture.bin image/png', 7],
      ['bundle bundle.bin image/png', 6],
    ]);
  });

  it('of 50 MB is never held in memory', async () => {
    const call = open();
    const answer = answerOf(call);
    seen.bound = held() + 4 * MEBIBYTE;
    await writeTo(call, part('picture') + head('bundle'));
    const block = Buffer.alloc(64 * 1024, 1);
    for (let sent = 0; sent < 50 * MEBIBYTE; sent += block.length) await writeTo(call, block);
    call.end(`\r\n${END}`);
    expect(await answer).toMatchObject({ status: 200 });
    expect(seen.sizes['bundle bundle.bin image/png']).toBe(50 * MEBIBYTE);
    expect(seen.most).toBeLessThan(seen.bound);
    expect(seen.most).toBeGreaterThan(0);
  });

  it.each([
    ['an unknown part', part('nobody') + END, 'nobody', 'is not known here'],
    ['a part twice', part('picture') + part('picture') + END, 'picture', 'is given more than once'],
    ['a text in place of a file', part('picture', 'x', '') + END, 'picture', 'is no file'],
    ['too few parts', part('bundle') + END, 'picture', 'is missing'],
    ['nothing', END, 'bundle', 'is missing'],
  ])('with %s is 400 by the name of the part', async (_what, body, field, message) => {
    const { status, reason, details } = await send(
      body.replace('Content-Type: image/png', body.includes('filename') ? 'Content-Type: image/png' : 'X: y'),
    );
    expect([status, reason, details]).toEqual([400, 'invalid_body', [{ field, message }]]);
  });

  it.each([
    ['that is none', 'nonsense'],
    ['that breaks off', head('picture')],
    ['with a part named __proto__', part('__proto__') + END],
    ['with a part named constructor', part('constructor', 'x', '') + END],
  ])('%s is 400', async (_what, body) => {
    const { status, reason } = await send(body);
    expect([status, reason]).toEqual([400, 'invalid_body']);
  });

  it('without an edge is 400, and of another type 415 with the type that is taken', async () => {
    expect(await send(END, { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400 });
    expect(await send('{}', { 'content-type': 'application/json' })).toMatchObject({ reason: 'media_type' });
  });

  it('with a part that is too large is 413 by the name of the part', async () => {
    const { status, reason, details } = await send(part('picture', 'x'.repeat(1_001)) + part('bundle') + END);
    expect([status, reason, details]).toEqual([
      413,
      'body_too_large',
      [{ field: 'picture', message: 'is larger than 1000 bytes' }],
    ]);
    expect(await send(part('picture', 'x'.repeat(1_000)) + part('bundle') + END)).toMatchObject({ status: 200 });
  });

  it('that announces more than can be is 413 before it comes', async () => {
    const call = open({ 'content-length': String(10_000_000_000) });
    const answer = answerOf(call);
    await writeTo(call, head('picture'));
    expect(await answer).toMatchObject({ status: 413, reason: 'body_too_large' });
    call.on('error', () => {});
    call.destroy();
  });

  it('that goes on and on before its first part is 413', async () => {
    const call = open();
    const answer = answerOf(call);
    let isOver = false;
    void answer.finally(() => {
      isOver = true;
    });
    const block = Buffer.alloc(MEBIBYTE, 10);
    while (!isOver) await Promise.race([writeTo(call, block), answer]);
    expect(await answer).toMatchObject({ status: 413, reason: 'body_too_large' });
    call.destroy();
  });
});

describe('a caller', () => {
  it('who is refused before the end can send the rest and go on', async () => {
    const body = `${head('picture').replace('picture.bin', 'unwanted')}${'x'.repeat(900)}`;
    expect(await send(`${body}\r\n${part('bundle', 'x'.repeat(MEBIBYTE))}${END}`)).toMatchObject({ status: 403 });
    expect(await send(part('picture') + part('bundle') + END)).toMatchObject({ status: 200 });
  });

  it('who hangs up ends the stream', async () => {
    const before = answers.length;
    const call = open();
    call.on('error', () => {});
    await writeTo(call, `${head('bundle')}${'x'.repeat(100_000)}`);
    await expect.poll(() => seen.sizes['bundle bundle.bin image/png']).toBeGreaterThan(0);
    call.destroy();
    expect(await seen.ended.promise).toMatch(/multipart/);
    await expect.poll(() => answers.slice(before).map(({ code }) => code)).toEqual([400]);
  });

  it('who takes too long is hung up on, which ends the stream', async () => {
    const { requestTimeout, headersTimeout } = app.server;
    Object.assign(app.server, { requestTimeout: 200, headersTimeout: 200 });
    const call = open();
    const closed = once(call, 'close');
    call.on('error', () => {});
    await writeTo(call, `${head('bundle')}x`);
    expect(await seen.ended.promise).toMatch(/multipart/);
    await closed;
    Object.assign(app.server, { requestTimeout, headersTimeout });
  });
});

it('the log holds nothing of what was sent', () => {
  expect(logged.length).toBeGreaterThan(0);
  for (const line of logged) expect(JSON.parse(line).msg).toBe('starting multipart parsing');
  expect(logged.join()).not.toMatch(/alice|edge|bundle/);
});
