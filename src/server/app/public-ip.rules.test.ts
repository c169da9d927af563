import { expect, it } from 'vitest';
import { publicAddressIn } from './public-ip.rules.ts';

it.each([
  ['8.8.4.4', '8.8.4.4'],
  [' 8.8.4.4\r\n', '8.8.4.4'],
  ['{"ip":"8.8.4.4"}', '8.8.4.4'],
  ['{"ip": "2A00:1450::0001", "country": "DE"}\n', '2a00:1450::1'],
  ['2a00:1450:0:0:0:0:0:1', '2a00:1450::1'],
])('%j is the address %s', (body, address) => expect(publicAddressIn(body)).toBe(address));

it.each([
  ['nothing', ''],
  ['a page', '<html>8.8.4.4</html>'],
  ['two addresses', '8.8.4.4 8.8.8.8'],
  ['an address with more behind it', '8.8.4.4:80'],
  ['one that is none', '8.8.4.256'],
  ['one with zeros that others read otherwise', '8.8.4.010'],
  ['one of a private network', '192.168.1.1'],
  ['this machine', '::1'],
  ['one of a link', 'fe80::1%eth0'],
  ['JSON that is broken', '{"ip":"8.8.4.4"'],
  ['JSON without an address', '{"origin":"8.8.4.4"}'],
  ['JSON with a number', '{"ip":8844}'],
  ['a list', '["8.8.4.4"]'],
])('%s is no public address', (_, body) => expect(publicAddressIn(body)).toBeNull());
