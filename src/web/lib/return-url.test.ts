import { describe, expect, it } from 'vitest';
import { PAGES } from '#contracts/pages.ts';
import { destinationOf, isOpen, normalised, parseSearch, stringifySearch } from './return-url.ts';

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '#',
  '//',
  '///',
  'token',
  'evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/token',
  '//evil.example/token',
  '//token',
  '/\\evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/token\\..\\..\\evil',
  'https:evil.example',
  'https://evil.example',
  'https:/evil.example/token',
  'HTTPS://evil.example/#/token',
  'http://localhost/token',
  '/https://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  '/%2f%2fevil.example',
  '%2Ftoken',
  '/%74oken',
  '/token%00',
  '/token%2f..%2fadmin',
  '/%5cevil.example',
  '/token/../admin/dashboard',
  '/./token',
  '/../token',
  '/token/',
  '/Token',
  '/token/.',
  '/token//',
  '/token;evil',
  '/token@evil.example',
  '@evil.example',
  '/@evil.example',
  '/token#//evil.example',
  '/#/token',
  '#/token',
  '/token?x=#/login',
  '/token?x=<script>',
  '/token?x="onload=',
  '/token?x=\\',
  '/token?x=y\r\nSet-Cookie: a=b',
  '/token\r\nLocation: //evil.example',
  '/token\n',
  '\t/token',
  ' /token',
  '/token ',
  '/ token',
  '/\u2028token',
  '/toĸen',
  '／token',
  '/login',
  '/register',
  '/login?returnUrl=//evil.example',
  '/logout',
  '/docs',
  '/api/auth/signout',
  '/__proto__',
  '/constructor',
  '__proto__',
  'toString',
  `/token?x=${'a'.repeat(3_000)}`,
  null,
  undefined,
  7,
  {},
  ['/token'],
  { toString: () => '/token' },
];

describe('where a sign-in leads', () => {
  it.each(HOSTILE.map((payload) => [payload]))('does not follow %j', (payload) => {
    expect(destinationOf(payload, 'ADMIN')).toBeNull();
  });

  it('follows every page of ours that the role may see, and no other', () => {
    const followed = (role: 'USER' | 'ADMIN') =>
      Object.keys(PAGES).filter((path) => destinationOf(path, role)?.to === path);
    expect(followed('ADMIN')).toEqual(Object.keys(PAGES).filter((path) => !['/login', '/register'].includes(path)));
    expect(followed('USER')).toEqual([
      '/',
      '/forgotten',
      '/reset',
      '/confirm',
      '/new-address',
      '/status',
      '/terms',
      '/privacy',
      '/profile',
      '/token',
      '/keys',
      '/webhooks',
      '/features',
      '/payments',
    ]);
  });

  it('keeps a query, as plain strings', () => {
    expect(destinationOf('/admin/audit-requests?status=4xx&startDate=2026-01-01T00%3A00%2B01%3A00', 'ADMIN')).toEqual({
      to: '/admin/audit-requests',
      search: { status: '4xx', startDate: '2026-01-01T00:00+01:00' },
    });
    const search = { text: "*a-b._~ c'(d)!" };
    expect(destinationOf(`/admin/logs${stringifySearch(search)}`, 'ADMIN')).toEqual({ to: '/admin/logs', search });
  });

  it('knows which pages are open to everybody', () => {
    expect(['/', '/login', '/token', '/nowhere', '/__proto__'].map(isOpen)).toEqual([true, false, false, false, false]);
  });
});

describe('the address of the page', () => {
  const mended = (search: string, hash: string) => normalised({ pathname: '/', search, hash });

  it('takes what a payment provider puts before the hash', () => {
    expect(mended('?token=EC1&PayerID=P', '#/features?x=1')).toBe('/#/features?token=EC1&PayerID=P&x=1');
    expect(mended('?cancel=1', '')).toBe('/#/?cancel=1');
  });

  it('lets what stands behind the hash win, and leaves an address without a query alone', () => {
    expect(mended('?x=0', '#/token?x=1')).toBe('/#/token?x=1');
    expect(mended('', '#/token?x=1')).toBeNull();
  });

  it('writes strings as they are, leaves out what is empty, and keeps a plus', () => {
    expect(stringifySearch({ id: 3, from: '2026-01-01T00:00+01:00', none: undefined, empty: '' })).toBe(
      '?id=3&from=2026-01-01T00%3A00%2B01%3A00',
    );
    expect(stringifySearch({})).toBe('');
    expect(parseSearch('?id=3&from=a%2Bb')).toEqual({ id: '3', from: 'a+b' });
  });
});
