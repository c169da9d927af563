import { account } from '#web/words/account.ts';

/** What is left of an answer to read: its code, and the data that came with it, if any. */
export interface Outcome {
  readonly code: number;
  readonly data?: unknown;
}

/**
 * What to say after the token was to be replaced: code 200 shows the data as success, another code with data shows
 * it as danger, all else is one sentence.
 */
export const invalidationMessage = ({ code, data }: Outcome) => {
  if (typeof data !== 'string' || data === '') return { text: account.invalidate.failed, tone: 'danger' } as const;
  return { text: data, tone: code === 200 ? 'success' : 'danger' } as const;
};
