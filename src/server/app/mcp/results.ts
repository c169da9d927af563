import type { Onward } from './onward.ts';
import type { Tool } from './tools.ts';

interface Envelope {
  readonly data: unknown;
  readonly error: string | null;
  readonly page: number;
  readonly total: number;
  readonly regs: number;
  readonly reason?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export const envelopeOf = ({ body }: Onward): Envelope => JSON.parse(body) as Envelope;

const text = (value: string) => [{ type: 'text' as const, text: value }];

/** Why a call did not work, for the agent to read: as a result, since it is the agent who can mend it. */
const failedResult = (answer: Onward) => {
  const { error, reason, details = [] } = envelopeOf(answer);
  const wait = answer.headers['retry-after'];
  const lines = [
    `${reason}: ${error}`,
    ...details
      .map(({ field, message }) => `${field || 'The request'} ${message}`)
      .filter((line) => !error?.includes(line)),
    ...(wait === undefined ? [] : [`It can be tried again in ${wait} s.`]),
  ];
  const about = { status: answer.status, reason, requestId: answer.headers['x-request-id'] };
  return { isError: true, content: text(lines.join('\n')), _meta: { 'kinodex/failure': about } };
};

/** What a tool gives, by the answer of the data API. */
export const resultOf = ({ endpoint }: Tool, answer: Onward) => {
  if (answer.status !== 200) return failedResult(answer);
  const { data, page, total, regs } = envelopeOf(answer);
  const more = answer.headers['x-total-relation'] === 'gte';
  const result = endpoint.shape === 'page' ? { items: data, page, total, regs, more } : data;
  // Agents of before 2025-06-18 read the text alone.
  return { content: text(JSON.stringify(result)), structuredContent: result as Record<string, unknown> };
};
