import { describe, expect, it } from 'vitest';
import { answered } from './audit.fixture.ts';
import { countsOf, entryOf, sortByArrival } from './audit.rules.ts';
import { keptOf } from './kept.rules.ts';
import { createSenders } from './senders.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const API = `kdx_${'Q7w'.repeat(12)}Zz`;
const JWT = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"12","sid":"s3cr3t"}').toString('base64url')}.${'Sig-_9'.repeat(7)}x`;
const senderOf = createSenders();
const entry = (sent: Parameters<typeof answered>[0], now = NOW) => {
  const one = answered(sent);
  return entryOf(one, senderOf(one.request, one.tokenId), now);
};
const kept = (sent: Parameters<typeof answered>[0]) => keptOf(entry(sent));
const encoded = (text: string): string =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** What of a secret must not be found in text, whatever is done to read it: more than its first 8 characters. */
const shows = (text: string, secret: string): boolean => {
  let plain = text;
  for (let depth = 0; depth < 6; depth++) {
    if (plain.includes(secret.slice(0, 9)) || plain.includes(secret.slice(9, 18))) return true;
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return false;
};

describe('an address', () => {
  it.each([
    '/api/v1/movie/tt0068646?include=actors,akas&fields=title',
    '/api/v1/search?q=caf%C3%A9%20noir%2Fblanc&page=2',
    '/api/v1/search?q=100%25+%zz',
    '/api/public/image/title/tt0068646/0123456789abcdef0123456789abcdef.jpg',
  ])('without a secret is kept as it was sent: %s', (url) => expect(kept({ url }).uri).toBe(url));

  it('shows at most 8 characters of a token and goes on after it', () => {
    expect(kept({ url: `/api/v1/movie/tt1?token=${API}&page=2` }).uri).toBe('/api/v1/movie/tt1?token=kdx_Q7wQ…&page=2');
    expect(kept({ url: `/api/admin/cache/evict/${API}` }).uri).toBe('/api/admin/cache/evict/kdx_Q7wQ…');
    expect(kept({ url: `/api/x?${JWT}` }).uri).toBe(`/api/x?${JWT.slice(0, 8)}…`);
    expect(kept({ url: '/api/v1/usage?token=short' }).uri).toBe('/api/v1/usage?token=s…');
    expect(kept({ url: '/api/auth/login?password=hunter2&email=a@b.cc' }).uri).toBe(
      '/api/auth/login?password=…&email=a…',
    );
  });

  it.each([
    ['in the path', (secret: string) => `/api/admin/cache/evict/${secret}`],
    ['as token', (secret: string) => `/api/v1/usage?token=${secret}`],
    ['as a parameter of another name', (secret: string) => `/api/v1/search?q=${secret}&x=1`],
    ['in upper-case names', (secret: string) => `/api/v1/usage?TOKEN=${secret}`],
    ['encoded', (secret: string) => `/api/v1/usage?x=${encoded(secret)}`],
    ['encoded twice', (secret: string) => `/api/v1/usage?x=${encodeURIComponent(encoded(secret))}`],
    ['encoded three times', (secret: string) => `/a/${encodeURIComponent(encodeURIComponent(encoded(secret)))}`],
    ['with one letter encoded', (secret: string) => `/a/${encoded(secret.slice(0, 1))}${secret.slice(1)}`],
    ['with its name encoded', (secret: string) => `/a?%74o%6ben=${secret}`],
    ['in an address within the address', (secret: string) => `/a?to=${encodeURIComponent(`/b?token=${secret}`)}`],
    ['far behind', (secret: string) => `/a?${'x'.repeat(1_990)}${secret.slice(0, 3)}&${secret}`],
    ['among others', (secret: string) => `/a?${`token=${secret}&`.repeat(30)}`],
  ])('does not show one %s', (_, make) => {
    for (const secret of [API, JWT]) {
      expect(shows(make(secret), secret)).toBe(true);
      const { uri } = kept({ url: make(secret) });
      expect(uri).not.toSatisfy((text: string) => shows(text, secret));
    }
  });

  it.each([
    ['password', '/a?password=S3cret.word%21'],
    ['currentPassword', '/a?x=1&currentPassword=S3cret.word%21'],
    ['a name that is encoded', '/a?p%61ssword=S3cret.word%26S3cret.word'],
    ['an address within', `/a?to=${encodeURIComponent('/b?currentPassword=S3cret.word')}`],
    ['a password with a token in it', `/a?password=S3cret.word.${API}`],
  ])('shows nothing of a password: %s', (_, url) => expect(kept({ url }).uri).not.toMatch(/S3cret|word[^=]/));

  it('shows the beginning of an invitation only', () => {
    const code = 'dQw4w9WgXcQdQw4w9WgXcQdQw4w9WgXc';
    expect(kept({ url: `/api/auth/signup?invitation=${code}` }).uri).toBe('/api/auth/signup?invitation=dQw4w9Wg…');
  });

  it('is cut at 2,000 characters, never within a sign', () => {
    expect(kept({ url: `/${'a'.repeat(5_000)}` }).uri).toHaveLength(2_000);
    expect(kept({ url: `/${'😀'.repeat(5_000)}` }).uri).toBe(`/${'😀'.repeat(999)}`);
  });

  it('of the worst kind takes little work', () => {
    const began = process.cpuUsage();
    for (const part of ['a', 'a.', '%25', '&token=', 'eyJ.', 'kdx_', '?;', 'aaaaaaaaaa.aaaa.', '\u202e'])
      kept({ url: part.repeat(Math.ceil(100_000 / part.length)) });
    // In µs of this process, whatever else the machine does; work that grows with the square takes a minute.
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});

describe('hostile text', () => {
  it.each([
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['ends of lines', 'a\r\nb\u2028c\u0085d', 'a\\u{d}\\u{a}b\\u{2028}c\\u{85}d'],
    ['a turn of direction', 'a\u202egnp.exe\u2066b\u200f', 'a\\u{202e}gnp.exe\\u{2066}b\\u{200f}'],
    ['NUL and colours', 'a\0b\u001b[31m', 'a\\u{0}b\\u{1b}[31m'],
    ['half a pair', 'a\ud800b\udc00', 'a\\u{d800}b\\u{dc00}'],
    ['other signs', 'é漢😀', 'é漢😀'],
  ])('%s becomes one harmless line', (_, text, line) => {
    expect(kept({ url: `/${text}` }).uri).toBe(`/${line}`);
    expect(kept({ headers: { 'user-agent': text } }).headers).toBe(`user-agent: ${line}`);
  });
});

describe('headers', () => {
  it('are those of the list, in its order, and never a credential', () => {
    const { headers } = kept({
      headers: {
        authorization: `Bearer ${API}`,
        cookie: 'a=b',
        'x-api-key': API,
        'x-xsrf-token': 'x',
        'x-other': 'y',
        accept: 'application/json',
        'user-agent': 'curl/8',
        referer: `https://a.example/p?token=${API}`,
      },
    });
    expect(headers).toBe(
      'user-agent: curl/8 | accept: application/json | referer: https://a.example/p?token=kdx_Q7wQ…',
    );
    expect(kept({ headers: { authorization: `Bearer ${API}` } }).headers).toBeNull();
  });

  it('are cut, each and together, and none looks like two', () => {
    const long = 'v'.repeat(100_000);
    const names = ['user-agent', 'accept', 'accept-encoding', 'accept-language', 'origin', 'referer', 'if-none-match'];
    const { headers } = kept({ headers: Object.fromEntries(names.map((name) => [name, long])) });
    expect(headers).toHaveLength(2_000);
    expect(headers?.split(' | ')[0]).toBe(`user-agent: ${'v'.repeat(300)}`);
    expect(kept({ headers: { 'user-agent': 'x | origin: y' } }).headers).toBe('user-agent: x \\u{7c} origin: y');
  });
});

it('a request is dated by its arrival, and its time is in microseconds that an integer holds', () => {
  expect(kept({ elapsed: 12.3456 })).toMatchObject({ at: NOW - 13, elapsedUs: 12_346 });
  expect(kept({ elapsed: 1e12 }).elapsedUs).toBe(2_147_483_647);
});

it('what was counted is added up by token, UTC day and address', () => {
  const at = (moment: string, sent: Parameters<typeof answered>[0]) => entry(sent, Date.parse(moment));
  const counts = countsOf([
    at('2026-11-21T23:59:59Z', { tokenId: 2, cost: 1 }),
    at('2026-11-21T12:00:00Z', { tokenId: 2, cost: 50 }),
    at('2026-11-22T00:00:00Z', { tokenId: 2, cost: 1 }),
    at('2026-11-21T12:00:00Z', { tokenId: 2, cost: 1, ip: '192.0.2.9' }),
    at('2026-11-21T12:00:00Z', { tokenId: 2, cost: 0 }),
    at('2026-11-21T12:00:00Z', { tokenId: null, cost: 1 }),
    at('2026-11-21T12:00:00Z', { tokenId: 2, cost: 0, code: 429 }),
    at('2026-11-21T13:00:00Z', { tokenId: 3, cost: 0, code: 429 }),
    at('2026-11-21T12:00:00Z', { tokenId: null, cost: 0, code: 429 }),
  ]);
  expect(
    counts.map(({ day, ip, requests, refused, lastAt }) => [
      day,
      ip,
      requests,
      refused,
      new Date(lastAt).toISOString(),
    ]),
  ).toEqual([
    ['2026-11-21', '192.0.2.1', 51, 1, '2026-11-21T23:59:59.000Z'],
    ['2026-11-21', '192.0.2.9', 1, 0, '2026-11-21T12:00:00.000Z'],
    ['2026-11-22', '192.0.2.1', 1, 0, '2026-11-22T00:00:00.000Z'],
    ['2026-11-21', '192.0.2.1', 0, 1, '2026-11-21T13:00:00.000Z'],
  ]);
});

describe('the order of arrival', () => {
  const order = (ats: readonly number[]) => {
    const entries = ats.map((at, index) => ({ ...entry({ url: `/${index}` }), at }));
    return sortByArrival(entries).map(({ at, uri }) => `${at}${uri}`);
  };
  const right = (ats: readonly number[]) =>
    ats
      .map((at, index) => ({ at, index }))
      .sort((a, b) => a.at - b.at)
      .map(({ at, index }) => `${at}/${index}`);

  it.each([
    ['few out of order', Array.from({ length: 500 }, (_, index) => Math.floor(index / 7) - (index % 40 === 0 ? 3 : 0))],
    ['backwards', Array.from({ length: 500 }, (_, index) => 500 - (index >> 1))],
    ['one moment', [5, 5, 5]],
    ['nothing', []],
  ])('is found of %s, and those of one moment stay as they came', (_, ats) => expect(order(ats)).toEqual(right(ats)));
});

it('a sender is known again by its address, token, method and every header that is kept, and by nothing else', () => {
  const of = (sent: Parameters<typeof answered>[0]) => entry(sent).sender;
  const first = of({ tokenId: 1, headers: { accept: 'a', cookie: 'x' } });
  expect(of({ tokenId: 1, headers: { accept: 'a', cookie: 'y' }, url: '/other' })).toBe(first);
  for (const sent of [
    { tokenId: 2, headers: { accept: 'a' } },
    { tokenId: 1, headers: { accept: 'b' } },
    { tokenId: 1, headers: { accept: 'a', 'x-forwarded-for': '192.0.2.9' } },
    { tokenId: 1, headers: { accept: 'a' }, method: 'HEAD' },
    { tokenId: 1, headers: { accept: 'a' }, ip: '192.0.2.2' },
  ])
    expect(keptOf(entry(sent))).toMatchObject({
      method: sent.method ?? 'GET',
      ip: sent.ip ?? '192.0.2.1',
      tokenId: sent.tokenId,
      headers: Object.entries(sent.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join(' | '),
    });
});
