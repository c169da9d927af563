import { describe, expect, it } from 'vitest';
import { addressOf, isAuth, isBackground, isQuiet, judgesCredentials, statusOf } from './call-rules.ts';

describe('calls that nobody waits for', () => {
  it.each([
    ['/api/public/features', true],
    ['/api/public/image/:imdbId', true],
    ['/api/admin/notifications/last', true],
    ['/api/admin/notifications', false],
    ['/api/admin/notifications/last/1', false],
    ['/api/user/public/x', false],
    ['/api/publications', false],
    ['/api/auth/signin', false],
  ])('%s: %s', (path, quiet) => expect(isQuiet(path)).toBe(quiet));

  it('are those too that the page makes of its own accord', () => {
    const paths = ['auth/refresh', 'admin/user/suggest', 'admin/suggest', 'admin/cron', 'public/stats', 'admin/user'];
    expect(paths.map((path) => isBackground(`/api/${path}`))).toEqual([true, true, true, true, true, false]);
  });
});

describe('the calls about sessions', () => {
  it('need none', () => {
    expect(['/api/auth/signout', '/api/authors', '/api/user/auth/x'].map(isAuth)).toEqual([true, false, false]);
  });

  it('say with a 401 that what was sent is wrong, except those of a session that is there', () => {
    const paths = ['signin', 'signup', 'refresh', 'signout'].map((name) => `/api/auth/${name}`);
    expect(paths.map(judgesCredentials)).toEqual([true, true, false, false]);
  });
});

describe('the address of a call', () => {
  it('has its parameters and its query, each encoded', () => {
    expect(addressOf('/api/admin/cache/evict/:token', { params: { token: 'a/b?c' } })).toBe(
      '/api/admin/cache/evict/a%2Fb%3Fc',
    );
    expect(addressOf('/api/x', { query: { from: '2026-01-01T00:00+01:00', page: 2, none: undefined } })).toBe(
      '/api/x?from=2026-01-01T00%3A00%2B01%3A00&page=2',
    );
    expect(addressOf('/api/x', { query: {} })).toBe('/api/x');
  });
});

it.each([
  [200, 200, 200],
  [200, 409, 409],
  [200, undefined, 0],
  [200, '200', 0],
  [409, 200, 409],
  [502, undefined, 502],
])('an answer of status %d whose body says %j is one of %d', (http, code, status) =>
  expect(statusOf(http, http < 300, code)).toBe(status),
);
