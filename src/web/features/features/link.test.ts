import { expect, it } from 'vitest';
import { linkOf } from './link.ts';

const OWN = 'http://127.0.0.1:8080';

it.each([
  ['https://pay.example.org/checkout?token=EC1', 'https://pay.example.org/checkout?token=EC1'],
  [`${OWN}/sandbox/checkout?token=EC1`, `${OWN}/sandbox/checkout?token=EC1`],
  ['http://pay.example.org/checkout', null],
  ['http://127.0.0.1:8081/sandbox/checkout', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['//pay.example.org/checkout', null],
  ['', null],
  [null, null],
])('goes to %o only by https or within the product', (link, address) => expect(linkOf(link, OWN)).toBe(address));
