import type { IncomingHttpHeaders } from 'node:http';
import { safeText } from '#server/kernel/mask.ts';

/** The headers that are kept, in the order in which they are shown. None of them carries a credential of ours. */
export const HEADERS = [
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-length',
  'origin',
  'referer',
  'if-none-match',
  'x-forwarded-for',
] as const;

const LONGEST_HEADERS = 2_000;
const LONGEST_VALUE = 300;
const LONGEST_IP = 45;
const LONGEST_METHOD = 20;

/** What the requests of one program from one address have in common, fit to be kept. Few of them make most rows. */
export interface Sender {
  readonly method: string;
  readonly ip: string;
  readonly tokenId: number | null;
  /** `name: value` pairs joined by ` | `; null when nothing was sent. */
  readonly headers: string | null;
}

export type Values = readonly (string | string[] | undefined)[];

export const valuesOf = (sent: IncomingHttpHeaders): Values => HEADERS.map((name) => sent[name]);

/** A value cannot look like a further pair. */
const headerLine = (values: Values): string | null => {
  let line = '';
  for (let index = 0; index < HEADERS.length; index++) {
    const value = values[index];
    if (value === undefined) continue;
    const safe = safeText(`${value}`, LONGEST_VALUE);
    line += `${line && ' | '}${HEADERS[index]}: ${safe.includes('|') ? safe.replaceAll('|', '\\u{7c}') : safe}`;
  }
  return line === '' ? null : line.slice(0, LONGEST_HEADERS);
};

/** Spelt out, since names that the engine knows are looked up several times as fast: a header more of HEADERS is a line more here. */
export const sends = (sent: IncomingHttpHeaders, values: Values): boolean =>
  sent['user-agent'] === values[0] &&
  sent.accept === values[1] &&
  sent['accept-encoding'] === values[2] &&
  sent['accept-language'] === values[3] &&
  sent['content-type'] === values[4] &&
  sent['content-length'] === values[5] &&
  sent.origin === values[6] &&
  sent.referer === values[7] &&
  sent['if-none-match'] === values[8] &&
  sent['x-forwarded-for'] === values[9];

export interface Sending {
  readonly method: string;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

/** What is kept of a sender, masked. */
export const senderFrom = ({ method, address }: Sending, tokenId: number | null, values: Values): Sender => ({
  method: safeText(method, LONGEST_METHOD),
  ip: safeText(address, LONGEST_IP),
  tokenId,
  headers: headerLine(values),
});
