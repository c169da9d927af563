import { type Answer, foreign } from '#server/platform/http/answer.ts';
import type { Onward } from './onward.ts';
import { envelopeOf } from './results.ts';

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown };
}

/** What somebody has sent, as far as it can be read; null for what is no single message. */
export const messageIn = (body: Buffer): Message | null => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

/** The tool that a message calls; null for any other message. */
export const calledTool = (message: Message | null): string | null => {
  const { method, params } = message ?? {};
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
};

/** Codes of JSON-RPC: what is no JSON, what is no message, and the first of those that it leaves to servers. */
export const CODES = { noJson: -32_700, noMessage: -32_600, refused: -32_000 } as const;

/** Whether a body can be read at all. */
export const isJson = (body: Buffer): boolean => {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
};

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly error: string;
  readonly data?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the message itself, as MCP has it. */
export const refuse = (message: Message | null, { status, code, error, data, headers = {} }: Refusal): Answer => {
  const id = typeof message?.id === 'string' || typeof message?.id === 'number' ? message.id : null;
  const body = { jsonrpc: '2.0', id, error: { code, message: error, ...(data && { data }) } };
  return foreign(status, { ...headers, 'Content-Type': 'application/json' }, Buffer.from(JSON.stringify(body)));
};

/** What callers are told beside an answer: how their day stands, how long to wait, how they are known. */
const TOLD = /^(?:x-)?ratelimit|^(?:retry-after|www-authenticate)$/;
export const toldIn = ({ headers }: Onward): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => TOLD.test(name)));

/** The refusal of the data API as one of the message. */
export const refuseLike = (message: Message | null, judged: Onward): Answer => {
  const { error, reason } = envelopeOf(judged);
  return refuse(message, {
    status: judged.status,
    code: CODES.refused,
    error: error ?? '',
    data: { reason, requestId: judged.headers['x-request-id'] },
    headers: toldIn(judged),
  });
};
