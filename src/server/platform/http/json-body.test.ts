import { afterAll, describe, expect, it } from 'vitest';
import { httpApp } from '#test/support/http-app.ts';

const { app } = httpApp();
afterAll(() => app.close());

describe('a body of a stranger', () => {
  const knock = (length: number) =>
    app.inject({
      url: '/api/auth/knock',
      method: 'POST',
      payload: JSON.stringify({ note: 'a'.repeat(length - '{"note":""}'.length) }),
      headers: { 'content-type': 'application/json' },
    });
  it('over 8 KB is 413', async () => {
    expect((await knock(8_192)).statusCode).toBe(200);
    const answer = await knock(8_193);
    expect([answer.statusCode, answer.json().reason]).toEqual([413, 'body_too_large']);
  });
});
