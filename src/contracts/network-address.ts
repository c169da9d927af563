import { Type } from 'typebox';

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const GROUP = '[\\dA-Fa-f]{1,4}';
/** Groups around one `::`, which stands for one or more of the eight; the last two may be an IPv4 address. */
const SHORT = `(?=.*::)(?!.*:::|.*::.*::)(?!:(?!:))(?!.*[^:]:$)(?!(?::*${GROUP}\\b){8})(?!(?::*${GROUP}\\b){7}\\.)`;
const IPV6 = `(?:${GROUP}:){6}(?:${GROUP}:${GROUP}|${IPV4})|${SHORT}(?:(?:${GROUP})?:){2,8}(?:${GROUP}|${IPV4})?`;

export const ADDRESS = `^(?:${IPV4}|${IPV6})$`;

/** A network address, in any spelling. */
export const NetworkAddress = Type.String({
  maxLength: 45,
  pattern: ADDRESS,
  'x-form': 'is an IPv4 or IPv6 address',
  description: 'An IPv4 or IPv6 address.',
});
