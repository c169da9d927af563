import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { RouteShape } from '#contracts/endpoint.ts';
import { antiForgery, cookieIn } from './forgery.ts';

const OWN = 'https://films.example';
const asked = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as FastifyRequest;
const check = antiForgery({ method: 'POST', path: '/api/user/x', access: 'session' });
const isLetInBy = (by: typeof check, headers: Readonly<Record<string, string>>): boolean => {
  try {
    by?.(asked(headers), OWN);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ reason: 'anti_forgery', status: 403 });
    return false;
  }
};

const isLetIn = (headers: Readonly<Record<string, string>>): boolean => isLetInBy(check, headers);

describe('the copied cookie', () => {
  it.each([
    ['none at all', {}, true],
    ['the same', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' }, true],
    ['the same among others', { cookie: 'a=b; XSRF-TOKEN=abc ;c=d', 'x-xsrf-token': 'abc' }, true],
    ['no copy', { cookie: 'XSRF-TOKEN=abc' }, false],
    ['another', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' }, false],
    ['a longer one', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abcd' }, false],
    ['an empty one, truly copied', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }, false],
    ['an empty one without a copy', { cookie: 'XSRF-TOKEN=' }, false],
  ])('%s', (_, headers, isIn) => expect(isLetIn(headers as Record<string, string>)).toBe(isIn));
});

describe('the page that a call comes from', () => {
  it.each([
    ['nobody says', {}, true],
    ['ours', { origin: OWN, host: 'inside:8080' }, true],
    ['the host that was asked', { origin: 'http://localhost:8099', host: 'localhost:8099' }, true],
    ['another', { origin: 'https://evil.example', host: 'films.example' }, false],
    ['the same host at another port', { origin: 'http://localhost:1', host: 'localhost:8099' }, false],
    ['none that can be read', { origin: 'null', host: 'films.example' }, false],
  ])('%s', (_, headers, isIn) => expect(isLetIn(headers as Record<string, string>)).toBe(isIn));
});

describe('a route is kept from pages of other sites', () => {
  const COOKIE = { cookie: 'XSRF-TOKEN=abc' };
  const FOREIGN = { origin: 'https://evil.example', host: 'films.example' };
  const shape = { method: 'POST', path: '/shop', access: 'public' } as const;
  const letIn = (more: Partial<RouteShape>) =>
    [COOKIE, FOREIGN].map((headers) => isLetInBy(antiForgery({ ...shape, ...more }), headers));

  it.each<[string, Partial<RouteShape>, boolean[]]>([
    ['not, where nothing says so', {}, [true, true]],
    ['by its area', { path: '/api/admin/x' }, [false, false]],
    ['not where it is only read', { path: '/api/admin/x', method: 'GET' }, [true, true]],
    ['by its descriptor: by the cookie', { antiForgery: 'cookie' }, [false, false]],
    ['by its descriptor: by the page it comes from', { antiForgery: 'origin' }, [true, false]],
  ])('%s', (_, more, expected) => expect(letIn(more)).toEqual(expected));
});

it.each([
  ['a=1; b=2', 'b', '2'],
  ['b = 2', 'b', '2'],
  ['b=2=3', 'b', '2=3'],
  ['b=1; b=2', 'b', '1'],
  ['b', 'b', undefined],
  ['=2', '', undefined],
  ['', 'b', undefined],
])('the cookies %j have %j as %j', (cookie, name, value) => expect(cookieIn(cookie, name)).toBe(value));
