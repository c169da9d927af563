import { afterAll, describe, expect, it } from 'vitest';
import { httpApp } from '#test/support/http-app.ts';

const { app } = httpApp();
afterAll(() => app.close());

describe('a body', () => {
  const knock = (payload: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      url: '/api/auth/knock',
      method: 'POST',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const note = Buffer.from('{"note":"é漢"}');

  it('is UTF-8, or is refused', async () => {
    expect((await knock(note)).json().data).toBe(2);
    for (const bytes of ['{"note":"\xff\xfe"}', '{"note":"\xe9"}']) {
      const answer = await knock(Buffer.from(bytes, 'latin1'));
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'The body is not UTF-8.']);
    }
  });

  it.each(['utf-16', 'UTF-16LE', 'iso-8859-1', '"utf-16"', 'utf-80'])('in the charset %s is 415', async (charset) => {
    for (const payload of [note, Buffer.from('{"note":"a"}')]) {
      const answer = await knock(payload, { 'content-type': `application/json; charset=${charset}` });
      expect([answer.statusCode, answer.json().reason, answer.json().error]).toEqual([
        ...[415, 'media_type', 'The body must be application/json in UTF-8.'],
      ]);
    }
  });

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'utf-8; v=1'])('in the charset %s is taken', async (charset) => {
    const answer = await knock(note, { 'content-type': `application/json;charset=${charset}` });
    expect(answer.json().data).toBe(2);
  });

  it.each(['gzip', 'br', 'gzip, identity'])('packed with %s is 415, which says so', async (encoding) => {
    const answer = await knock(note, { 'content-encoding': encoding });
    expect([answer.statusCode, answer.json().reason]).toEqual([415, 'media_type']);
    expect(answer.json().error).toContain('without Content-Encoding');
    expect((await knock(note, { 'content-encoding': 'Identity' })).statusCode).toBe(200);
  });
});

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
