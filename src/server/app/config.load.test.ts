import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinodex-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

it('the environment stands above the .env file', () => {
  writeFileSync(join(folder, '.env'), 'KINODEX_ADMIN_EMAIL=file@example.org\nSERVER_TIME_ZONE=Europe/Madrid\n');
  vi.stubEnv('KINODEX_ADMIN_EMAIL', 'environment@example.org');
  vi.stubEnv('SERVER_TIME_ZONE', undefined);
  expect(loadConfig(folder)).toMatchObject({ adminEmail: 'environment@example.org', timeZone: 'Europe/Madrid' });
});

describe('a trusted proxy', () => {
  const networks = (text: string) => readConfig({ TRUSTED_PROXIES: text }, folder).trustedProxies;
  it.each(['10.0.0.0/0', '10.0.0.1/32', '192.0.2.1', '::1', '2001:db8::/0', '2001:db8::1/128', 'loopback'])(
    'may be %s',
    (text) => expect(networks(text)).toEqual([text]),
  );
  it.each([
    '10.0.0.1/33',
    '2001:db8::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/1000',
    'proxy',
    '/8',
  ])('is not %s', (text) => expect(() => networks(text)).toThrow(text));
});
