import { describe, expect, it } from 'vitest';
import { addressOf, networkOf } from './network.ts';

describe('where tries are counted', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', (text, address) => expect(addressOf(text)).toBe(address));

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.7:port',
    '1.2.3.4.5',
    '2001:db8::1::2',
    '[203',
    'a'.repeat(9_000),
  ])('%.20s is none', (text) => expect(addressOf(text)).toBeUndefined());
});
