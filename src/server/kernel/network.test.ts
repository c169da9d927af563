import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS } from '#contracts/network-address.ts';
import { addressOf, networkOf } from './network.ts';

describe('where tries are counted', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64'],
    ['1::ffff:192.0.2.1', '1::ffff:192.0.2.1'],
    ['::ffff:192.0.2.1%eth0', '::ffff:192.0.2.1%eth0'],
    ['nobody', 'nobody'],
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

const asked = new RegExp(ADDRESS, 'u');

/** Texts of what addresses are made of, with a piece too many, too few or too long. */
const nearly = fc
  .array(fc.constantFrom('0', '1', 'f', 'aB', '01', '255', '256', '1234', '12345', ':', ':', '::', '.', '1.2.3.4'), {
    maxLength: 17,
  })
  .map((pieces) => pieces.join(''));
const grouped = fc
  .tuple(fc.array(fc.constantFrom('', '0', 'ff', '2001'), { maxLength: 10 }), fc.constantFrom('', ':192.0.2.1'))
  .map(([groups, end]) => groups.join(':') + end);

describe('an address that is asked for', () => {
  it('is what the system takes for one, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearly, grouped), (text) => {
        expect(asked.test(text)).toBe(isIP(text) !== 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['zz', '', '192.0.2', '192.0.2.1 ', '192.0.2.1:80', '[::1]', '::1/64', 'fe80::1%eth0'])(
    '%s is none',
    (text) => expect(asked.test(text)).toBe(false),
  );
});
