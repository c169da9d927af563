import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

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
