import { TOTAL_CAP } from '#contracts/envelope.ts';
import { type JsonText, toJson } from '#server/kernel/json.ts';

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
  | { readonly as: 'redirect'; readonly location: string }
  | { readonly as: 'bytes'; readonly bytes: Buffer; readonly type: string; readonly headers?: Headers };

type Headers = Readonly<Record<string, string>>;

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
}

/** A page of a list. */
export const paged = ({ json, page, total, regs, exact = false }: Paged): Answer =>
  total > TOTAL_CAP && !exact
    ? { as: 'page', json, page, total: TOTAL_CAP, regs, headers: { 'X-Total-Relation': 'gte' } }
    : { as: 'page', json, page, total, regs };

/** 308: the same thing stands at another address. */
export const movedTo = (location: string): Answer => ({ as: 'redirect', location });

export const bytes = (content: Buffer, type: string, headers?: Headers): Answer => ({
  as: 'bytes',
  bytes: content,
  type,
  ...(headers && { headers }),
});
