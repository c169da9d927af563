import type { IncomingHttpHeaders } from 'node:http';
import { safeText } from '#server/kernel/mask.ts';

/** The headers that are kept, in the order in which they are shown. None of them carries a credential of ours. */
const HEADERS = [
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

type Values = readonly (string | string[] | undefined)[];

const valuesOf = (sent: IncomingHttpHeaders): Values => HEADERS.map((name) => sent[name]);

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

interface Seen {
  readonly method: string;
  readonly tokenId: number | null;
  readonly values: Values;
  readonly sender: Sender;
}

/** Addresses that are remembered, and senders of each. */
const ADDRESSES = 1_000;
const AT_AN_ADDRESS = 4;
/** Characters of headers beyond which a sender is not remembered: memory for what hardly repeats. */
const LONGEST_SEEN = 2_000;

/** Spelt out, since names that the engine knows are looked up several times as fast. */
const sends = (sent: IncomingHttpHeaders, values: Values): boolean =>
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

/** Knows senders again, so that what they have in common is masked once; the latest few of each address. */
export const createSenders = () => {
  const seen = new Map<string, Seen[]>();

  const remember = (ip: string, known: Seen[] | undefined, one: Seen): void => {
    if (known) {
      if (known.length === AT_AN_ADDRESS) known.pop();
      known.unshift(one);
      return;
    }
    if (seen.size >= ADDRESSES) seen.clear();
    seen.set(ip, [one]);
  };

  return ({ method, address: ip, headers }: Sending, tokenId: number | null): Sender => {
    const known = seen.get(ip);
    if (known)
      for (const one of known)
        if (one.tokenId === tokenId && one.method === method && sends(headers, one.values)) return one.sender;
    const values = valuesOf(headers);
    const sender = {
      method: safeText(method, LONGEST_METHOD),
      ip: safeText(ip, LONGEST_IP),
      tokenId,
      headers: headerLine(values),
    };
    const length = values.reduce((sum, value) => sum + (value?.length ?? 0), method.length + ip.length);
    if (length <= LONGEST_SEEN) remember(ip, known, { method, tokenId, values, sender });
    return sender;
  };
};
