import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS } from '#contracts/network-address.ts';

const address = new RegExp(ADDRESS, 'u');

/** Texts of what addresses are made of, with a piece too many, too few or too long. */
const nearly = fc
  .array(fc.constantFrom('0', '1', 'f', 'aB', '01', '255', '256', '1234', '12345', ':', ':', '::', '.', '1.2.3.4'), {
    maxLength: 17,
  })
  .map((pieces) => pieces.join(''));
const grouped = fc
  .tuple(fc.array(fc.constantFrom('', '0', 'ff', '2001'), { maxLength: 10 }), fc.constantFrom('', ':192.0.2.1'))
  .map(([groups, end]) => groups.join(':') + end);

describe('a network address', () => {
  it('is what the system takes for one, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearly, grouped), (text) => {
        expect(address.test(text)).toBe(isIP(text) !== 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['zz', '', '192.0.2', '192.0.2.1 ', '192.0.2.1:80', '[::1]', '::1/64', 'fe80::1%eth0'])(
    '%s is none',
    (text) => expect(address.test(text)).toBe(false),
  );
});
