import { describe, expect, it } from 'vitest';
import { placeAt } from '#server/platform/http/place.ts';
import { tokenOf } from './credential.ts';

const of = (headers: Record<string, string | string[] | undefined>, url = '/api/v1/genres') =>
  tokenOf({ headers, url }, placeAt(url));

describe('the token of a request', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc ', 'Bearer abc'])(
    "stands in 'Authorization: %s'",
    (authorization) => {
      expect(of({ authorization })).toBe('abc');
    },
  );
  it('stands in X-API-KEY', () => {
    expect(of({ 'x-api-key': 'abc' })).toBe('abc');
  });
  it.each(['?token=abc', '?q=x&token=abc', '?token=a%62c&q=token=x', '?token=abc#part'])(
    'stands in the query %s',
    (query) => {
      expect(of({}, `/api/v1/genres${query}`)).toMatch(/^abc/);
    },
  );

  it('is looked for in this order', () => {
    const url = '/x?token=three';
    expect(of({ authorization: 'Bearer one', 'x-api-key': 'two' }, url)).toBe('one');
    expect(of({ 'x-api-key': 'two' }, url)).toBe('two');
  });

  it.each(['Bearer', 'Bearer ', 'bearer a b', 'Bearer:abc'])(
    "is wrong, not missing, with 'Authorization: %s', whatever else is sent",
    (authorization) => {
      const token = of({ authorization, 'x-api-key': 'abc' });
      expect(token).toBeTruthy();
      expect(token).not.toBe('abc');
    },
  );

  it.each(['', 'abc', 'Basic abc', 'Bearers abc'])("is none in 'Authorization: %s'", (authorization) => {
    expect(of({ authorization, 'x-api-key': 'def' })).toBe('def');
    expect(of({ authorization }, '/api/v1/genres?token=def')).toBe('def');
    expect(of({ authorization })).toBeUndefined();
  });

  it.each(['/api/v1/genres', '/token=abc', '/x?nottoken=abc', '/x?q=token%3Dabc'])('is missing in %s', (url) => {
    expect(of({}, url)).toBeUndefined();
  });
});
