import { describe, expect, it } from 'vitest';
import { areaOf } from '#contracts/areas.ts';
import { queryTokenOf } from './query-token.ts';

const tokenIn = (path: string) => {
  const area = areaOf(path);
  const found = area && queryTokenOf(area);
  if (!found) throw new Error(`${path} carries no token`);
  return found;
};
const ofData = tokenIn('/api/v1/genres');
const ofOmdb = tokenIn('/omdb/');

describe('the token in a query', () => {
  it.each([
    ['?token=abc', 'abc'],
    ['?q=x&token=abc', 'abc'],
    ['?token=a%62c+d', 'abc d'],
    ['?token=%ff', '\ufffd'],
    ['?token=one&token=two', 'one'],
    ['?token=', ''],
  ])('%s of the data API is %j', (query, token) => expect(ofData.of(`/api/v1/genres${query}`)).toBe(token));

  it.each(['', '?TOKEN=abc', '?nottoken=abc', '?q=a?token=abc', '?q=token%3Dabc', '?apikey=abc', '&token=abc'])(
    '%s of the data API is none',
    (query) => expect(ofData.of(`/api/v1/genres${query}`)).toBeUndefined(),
  );

  it.each(['?apikey=abc', '?i=tt1&apiKey=abc', '?APIKEY=abc&apikey=two'])('%s of a façade is in any case', (query) =>
    expect(ofOmdb.of(`/omdb/${query}`)).toBe('abc'),
  );

  it('is in no address of other areas', () => {
    for (const path of ['/api/user/token', '/api/admin/users', '/api/public/stats']) {
      const area = areaOf(path);
      expect(area && queryTokenOf(area)).toBeUndefined();
    }
  });
});

describe('an address without its token', () => {
  it.each([
    ['/omdb/?apikey=abc', '/omdb/'],
    ['/omdb/?apikey=abc&i=tt1', '/omdb/?i=tt1'],
    ['/omdb/?i=tt1&APIKEY=abc&t=x&apikey=d', '/omdb/?i=tt1&t=x'],
    ['/omdb/?t=a?apikey=abc', '/omdb/?t=a?apikey=abc'],
    ['/omdb/?t=a%26apikey=abc', '/omdb/?t=a%26apikey=abc'],
    ['/omdb/apikey=abc', '/omdb/apikey=abc'],
    ['/omdb/?xapikey=abc', '/omdb/?xapikey=abc'],
    ['/omdb/', '/omdb/'],
  ])('of %s is %s', (url, left) => expect(ofOmdb.without(url)).toBe(left));

  it('of the data API keeps a name that is written otherwise', () =>
    expect(ofData.without('/api/v1/genres?token=a&TOKEN=b')).toBe('/api/v1/genres?TOKEN=b'));
});
