import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failure } from '#server/kernel/failure.ts';
import { bytes, data, movedTo, paged } from './answer.ts';
import { chooseEncoding } from './encoding.ts';
import { bytesIn, etagOf, matches, matchesAny, render, renderFailure, tagKeyOf } from './render.ts';

const KEY = tagKeyOf('a secret of the tests, long enough');

const rendered = (value: unknown) => {
  const answer = data(value);
  if (answer.as === 'redirect' || answer.as === 'foreign') throw new Error('not reached');
  return render(answer, KEY);
};
const large = { words: Array.from({ length: 300 }, (_, at) => `word ${at}`) };

describe('the envelope', () => {
  it('has six keys around a record', () => {
    const { bytes: body, type } = rendered({ a: 'ä' });
    expect(type).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body.toString())).toEqual({
      code: 200,
      data: { a: 'ä' },
      error: null,
      page: null,
      total: null,
      regs: null,
    });
  });

  it('tells page, total and regs of a list', () => {
    const json = data([1, 2]);
    if (json.as !== 'data') throw new Error('not reached');
    const answer = paged({ json: json.json, page: 3, total: 10_000, regs: 2 });
    if (answer.as !== 'page') throw new Error('not reached');
    expect(JSON.parse(render(answer, KEY).bytes.toString())).toEqual({
      code: 200,
      data: [1, 2],
      error: null,
      page: 3,
      total: 10_000,
      regs: 2,
    });
    expect(answer.headers).toBeUndefined();
  });

  it('caps the total and says so', () => {
    const json = data([]);
    if (json.as !== 'data') throw new Error('not reached');
    expect(paged({ json: json.json, page: 1, total: 10_001, regs: 2 })).toMatchObject({
      total: 10_000,
      headers: { 'X-Total-Relation': 'gte' },
    });
  });

  it('has two more keys when the call failed', () => {
    const details = [{ field: 'q', message: 'is missing' }];
    expect(JSON.parse(renderFailure(failure('invalid_parameter', 'q is missing', { details })))).toEqual({
      code: 400,
      data: null,
      error: 'q is missing',
      page: null,
      total: null,
      regs: null,
      reason: 'invalid_parameter',
      details,
    });
  });

  it('carries the record as it is now where somebody else has changed it', () => {
    const present = { idRol: 1, version: 2 };
    const details = [{ field: 'version', message: 'is another', present }];
    expect(JSON.parse(renderFailure(failure('changed_meanwhile', undefined, { details })))).toMatchObject({ details });
  });

  it('is left out around bytes', () => {
    const answer = bytes(Buffer.from('pixels'), 'image/webp', { Vary: 'Accept' });
    if (answer.as !== 'bytes') throw new Error('not reached');
    expect(render(answer, KEY)).toMatchObject({ type: 'image/webp', packable: false, headers: { Vary: 'Accept' } });
    expect(movedTo('/there')).toEqual({
      ...{ as: 'redirect', status: 308, location: '/there' },
      headers: { 'Cache-Control': 'private, no-cache' },
    });
  });
});

describe('encodings', () => {
  it('hold the same bytes, are made once and have an ETag each', async () => {
    const answer = rendered(large);
    expect(bytesIn(answer, 'identity')).toBe(answer.bytes);
    const [br, gzip] = [await bytesIn(answer, 'br'), await bytesIn(answer, 'gzip')];
    expect(brotliDecompressSync(br)).toEqual(answer.bytes);
    expect(gunzipSync(gzip)).toEqual(answer.bytes);
    expect(bytesIn(answer, 'br')).toBe(br);
    const etags = (['identity', 'br', 'gzip'] as const).map((encoding) => etagOf(answer, encoding));
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{20,}"$/);
  });

  it('are not worth it for small answers', () => {
    expect(rendered({ a: 1 }).packable).toBe(false);
    expect(rendered(large).packable).toBe(true);
  });

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['deflate', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0.000, br; q=0', 'identity'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0.001', 'br'],
    ['brotli, xgzip', 'identity'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['gzip, br;q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0', 'identity'],
    [',;q,;;', 'identity'],
  ])('of %s: %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

describe('an ETag', () => {
  const tagOf = (value: unknown, secret: string) => {
    const answer = data(value);
    if (answer.as === 'redirect' || answer.as === 'foreign') throw new Error('not reached');
    return etagOf(render(answer, tagKeyOf(secret)), 'identity');
  };
  it('is the same on every node with the secret, and nobody else can make it', () => {
    const [secret, other] = ['a secret of the nodes, long enough', 'another secret, as long as that'];
    expect(tagOf({ a: 1 }, secret)).toBe(tagOf({ a: 1 }, secret));
    expect(tagOf({ a: 1 }, secret)).not.toBe(tagOf({ a: 2 }, secret));
    expect(tagOf({ a: 1 }, secret)).not.toBe(tagOf({ a: 1 }, other));
  });
});

describe('If-None-Match', () => {
  it.each([
    ['*', true],
    [' * ', true],
    ['"*"', false],
    ['*, "a"', false],
    [undefined, false],
  ])('%s means anything: %s', (header, expected) => {
    expect(matchesAny(header)).toBe(expected);
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a"', true],
    [' * ', false],
    ['"a-br"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%s matches "a": %s', (header, expected) => {
    expect(matches(header, '"a"')).toBe(expected);
  });
});
