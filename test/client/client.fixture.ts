import { clientIn } from '../../client/src/client.ts';
import type { ClientOptions } from '../../client/src/types.ts';

/** An answer of the service as a test wants it; an error is no answer. */
export type Given =
  | Error
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json?: unknown };

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const BASE = 'https://films.example.org';

export const envelope = (data: unknown, more: object = {}) => ({
  ...{ code: 200, data, error: null, page: null, total: null, regs: null },
  ...more,
});

export const refusal = (status: number, reason: string, headers: Record<string, string> = {}): Given => ({
  status,
  headers,
  json: { ...envelope(null), code: status, error: `It is ${reason}`, reason, details: [{ field: 'q', message: 'x' }] },
});

const responseOf = ({ status = 200, headers = {}, json }: Exclude<Given, Error>): Response =>
  status === 304 ? new Response(null, { status, headers }) : Response.json(json, { status, headers });

/** A client whose service answers these, one after the other, or what a function says; its pauses take no time. */
export const clientOn = (answers: readonly Given[] | ((sent: Sent) => Given), options: Partial<ClientOptions> = {}) => {
  const sent: Sent[] = [];
  const slept: number[] = [];
  const left = typeof answers === 'function' ? [] : [...answers];
  const send = async (url: string, { method, headers, body, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const asked = {
      method: method ?? 'GET',
      url,
      headers: headers as Record<string, string>,
      body: body && JSON.parse(String(body)),
    };
    sent.push(asked);
    const answer = typeof answers === 'function' ? answers(asked) : left.shift();
    if (answer === undefined) throw new Error(`nobody expected ${url}`);
    if (answer instanceof Error) throw answer;
    return responseOf(answer);
  };
  const client = clientIn(
    { baseUrl: BASE, token: 'kdx_1', fetch: send as typeof fetch, ...options },
    {
      sleep: async (ms, signal) => {
        slept.push(ms);
        signal?.throwIfAborted();
      },
      random: () => 1,
    },
  );
  return { client, sent, slept };
};
