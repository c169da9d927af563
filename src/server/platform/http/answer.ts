import type { Readable } from 'node:stream';
import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { type JsonText, toJson } from '#server/kernel/json.ts';
import type { Encoding } from './encoding.ts';

/** What a handler gives back; how it is put on the wire is decided in one place. */
export type Answer =
  | { readonly as: 'data'; readonly json: JsonText; readonly headers?: Headers }
  | {
      readonly as: 'page';
      readonly json: JsonText;
      readonly page: number;
      readonly total: number;
      readonly regs: number;
      readonly headers?: Headers;
    }
  | {
      readonly as: 'redirect';
      readonly status: 302 | 303 | 308;
      readonly location: string;
      readonly headers?: Headers;
    }
  | { readonly as: 'bytes'; readonly bytes: Buffer; readonly type: string; readonly headers?: Headers }
  | { readonly as: 'foreign'; readonly status: number; readonly headers: Headers; readonly bytes: Buffer }
  | { readonly as: 'rendered'; readonly answer: Rendered };

type Headers = Readonly<Record<string, string>>;

/** An answer as bytes that can be sent again and again. */
export interface Rendered {
  readonly type: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly digest: string;
  /** The same in other encodings, as far as somebody has asked for them. */
  readonly packed: Map<Encoding, Buffer | Promise<Buffer>>;
  readonly packable: boolean;
  /** How hard it is packed: `once` for what is packed a single time while the product runs. */
  readonly effort: 'often' | 'once';
}

/** The answer of a route whose answers are `streamed`. It ends the stream when nobody takes it any more. */
export interface StreamAnswer {
  readonly as: 'stream';
  readonly stream: Readable;
  readonly type: string;
  readonly headers: Headers;
}

/** One record, or a list without pages, already as JSON. */
export const dataText = (json: JsonText, headers?: Headers): Answer => ({
  as: 'data',
  json,
  ...(headers && { headers }),
});

export const data = (value: unknown, headers?: Headers): Answer => dataText(toJson(value), headers);

export interface Paged {
  readonly json: JsonText;
  readonly page: number;
  /** Exact up to 10,000; a larger one is answered as 10,000 and marked so. */
  readonly total: number;
  readonly regs: number;
  /** The total is exact however large it is, and answered so. */
  readonly exact?: boolean;
  /** What is older than this was not looked at, since the search took long. */
  readonly since?: Date | null;
}

/** A page of a list. */
export const paged = ({ json, page, total, regs, exact = false, since = null }: Paged): Answer => {
  const shown = exact ? total : Math.min(total, TOTAL_CAP);
  const headers = {
    ...((shown < total || since !== null) && { 'X-Total-Relation': 'gte' }),
    ...(since && { 'X-Searched-Since': since.toISOString() }),
  };
  return { as: 'page', json, page, total: shown, regs, ...(Object.keys(headers).length > 0 && { headers }) };
};

/** 308: the same thing stands at another address. Browsers would keep that for good, and a merge can be undone. */
export const movedTo = (location: string): Answer => ({
  ...{ as: 'redirect', status: 308, location },
  headers: { 'Cache-Control': 'private, no-cache' },
});

/** 302: what is asked for is shown at another address. */
export const shownAt = (location: string): Answer => ({ as: 'redirect', status: 302, location });

/** 303: it is done, and the browser goes on to another address. */
export const doneGoTo = (location: string, headers: Headers): Answer => ({
  as: 'redirect',
  status: 303,
  location,
  headers,
});

export const bytes = (content: Buffer, type: string, headers?: Headers): Answer => ({
  as: 'bytes',
  bytes: content,
  type,
  ...(headers && { headers }),
});

/** An answer of another protocol, with the status that has there. Nobody keeps it. */
export const foreign = (status: number, headers: Headers, content: Buffer): Answer => ({
  ...{ as: 'foreign', status, headers },
  bytes: content,
});

/** What was rendered before, as files are. */
export const renderedBefore = (answer: Rendered): Answer => ({ as: 'rendered', answer });

export const streamed = (stream: Readable, type: string, headers: Headers = {}): StreamAnswer => ({
  as: 'stream',
  stream,
  type,
  headers,
});
