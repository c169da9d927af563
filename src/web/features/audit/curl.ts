import { mask } from '#web/ui/cut.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** How a value of the audit holds the sign that its pairs are parted by. */
const BAR = '\\u{7c}';

/** The pairs of an audited request: `name: value` joined by ` | `. */
export const headersOf = (line: string): readonly Header[] =>
  line.split(' | ').map((pair) => {
    const colon = pair.indexOf(': ');
    if (colon < 0) return { name: pair, value: '' };
    return { name: pair.slice(0, colon), value: pair.slice(colon + 2).replaceAll(BAR, '|') };
  });

/** Those that curl or the network in between make by themselves, or that would pack the answer. */
const NOT_SENT = new Set(['accept-encoding', 'content-length', 'x-forwarded-for']);

/** One word for a shell, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Request {
  readonly method: string;
  readonly uri: string;
  readonly token: string | null;
  readonly headers: string | null;
}

/** The request as a command that can be pasted into a shell. The token is masked. */
export const curlOf = ({ method, uri, token, headers }: Request, origin: string): string => {
  // A caller may name anything as the target of a request; it never leads the command to another server.
  const target = uri.startsWith('/')
    ? [quoted(`${origin}${uri}`)]
    : [`--request-target ${quoted(uri)}`, quoted(origin)];
  const sent = headersOf(headers ?? '').filter(({ name, value }) => value !== '' && !NOT_SENT.has(name));
  return [
    method === 'HEAD' ? 'curl --globoff --head' : `curl --globoff -X ${quoted(method)}`,
    ...(token === null ? [] : [`-H ${quoted(`Authorization: Bearer ${mask(token)}`)}`]),
    ...sent.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...target,
  ].join(' \\\n  ');
};
