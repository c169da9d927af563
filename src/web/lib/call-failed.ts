import type { Detail } from '#contracts/envelope.ts';
import type { Reason } from '#contracts/errors.ts';

interface FailedCall {
  /** 0 where no answer came that can be read. */
  readonly status: number;
  readonly reason: Reason | 'unreachable' | 'unreadable';
  /** The server's sentence for people; null where it has said none. */
  readonly text: string | null;
  readonly details: readonly Detail[];
  /** What the answer gave as its data all the same; null where it gave none. */
  readonly data: unknown;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | null;
  /** With `changed_meanwhile`: the record as it is now. */
  readonly present: unknown;
}

/** A failure that no answer explains. */
export const UNEXPLAINED = { text: null, details: [], data: null, retryAfter: null, present: null } as const;

/** A call that was not answered as it was meant to be. */
export class CallFailed extends Error implements FailedCall {
  readonly status: number;
  readonly reason: FailedCall['reason'];
  readonly text: string | null;
  readonly details: readonly Detail[];
  readonly data: unknown;
  readonly retryAfter: number | null;
  readonly present: unknown;

  constructor({ status, reason, text, details, data, retryAfter, present }: FailedCall, cause?: unknown) {
    super(text ?? reason, { cause });
    this.status = status;
    this.reason = reason;
    this.text = text;
    this.details = details;
    this.data = data;
    this.retryAfter = retryAfter;
    this.present = present;
  }
}

/** What an answer said of single fields; nothing where it was no answer. */
export const errorDetails = (error: unknown): readonly Detail[] => (error instanceof CallFailed ? error.details : []);
