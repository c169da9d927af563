import type { Detail, FailureReason } from './types.ts';

interface Failed {
  readonly reason: FailureReason;
  readonly message: string;
  readonly status: number;
  readonly details?: readonly Detail[];
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** A call that was refused, or that nobody answered. Switch on `reason`; the message is for people. */
export class KinodexError extends Error {
  override readonly name = 'KinodexError';
  readonly reason: FailureReason;
  /** The HTTP status; 0 where nobody answered. */
  readonly status: number;
  /** What was wrong with which parameter or field. */
  readonly details: readonly Detail[];
  /** Finds the call in the log of the service. */
  readonly requestId: string | null;
  /** Seconds after which the call may be made again, where the service says so. */
  readonly retryAfter: number | null;

  constructor({ reason, message, status, details = [], requestId = null, retryAfter = null, cause }: Failed) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Nobody answered, or not to the end. */
export const noAnswer = (url: string, cause: unknown): KinodexError =>
  new KinodexError({ reason: 'no_answer', message: `No answer from ${new URL(url).origin}`, status: 0, cause });

const numberIn = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null);

interface Envelope {
  readonly reason?: FailureReason;
  readonly error?: string;
  readonly details?: readonly Detail[];
}

const envelopeIn = (text: string): Envelope => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
};

/** What a refusal says; `unreadable` where it is not in the form of the service, such as a page of a proxy. */
export const refused = ({ status, headers }: Response, text: string): KinodexError => {
  const { reason, error, details } = envelopeIn(text);
  return new KinodexError({
    reason: reason ?? 'unreadable',
    message: error ?? `The answer has the status ${status} and cannot be read`,
    status,
    details: details ?? [],
    requestId: headers.get('X-Request-Id'),
    retryAfter: numberIn(headers.get('Retry-After')),
  });
};
