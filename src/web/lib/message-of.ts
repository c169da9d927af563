import { CallFailed } from './call-failed.ts';
import type { MessageTone } from './messages.ts';
import { waiting } from './numbers.ts';

export interface Message {
  readonly text: string;
  readonly tone: MessageTone;
}

const sentence = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What the server says of a failure: its data, else its error; null when it has said nothing.
 * How long to wait changes from answer to answer and stands in a header. */
export const saidOf = ({ data, text, reason, retryAfter }: CallFailed): string | null => {
  const said = sentence(data) ?? sentence(text);
  if (reason !== 'too_many_tries' || retryAfter === null) return said;
  return `${said ?? 'Too many tries.'} Try again in ${waiting(retryAfter)}.`;
};

/** What to say about an answer: its data as success, else its error as danger, else that there was no answer. */
export const messageOf = (result: unknown): Message => {
  if (result instanceof CallFailed) return { text: saidOf(result) ?? 'Error contacting the server', tone: 'danger' };
  const { data, error } = (result ?? {}) as { data?: unknown; error?: unknown };
  const good = sentence(data);
  if (good !== null) return { text: good, tone: 'success' };
  return { text: sentence(error) ?? 'Error contacting the server', tone: 'danger' };
};
