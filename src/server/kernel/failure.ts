import type { Detail } from '#contracts/envelope.ts';
import { REASONS, type Reason } from '#contracts/errors.ts';

/** The one error that may be shown to a caller; whatever else is thrown is an internal error and says nothing. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly status: number;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(reason: Reason, text: string, more: FailureExtras = {}) {
    super(text, more.cause === undefined ? {} : { cause: more.cause });
    this.reason = reason;
    this.status = REASONS[reason][0];
    this.details = more.details ?? [];
    this.headers = more.headers ?? {};
  }
}

interface FailureExtras {
  readonly details?: readonly Detail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure with its reason from the closed list; the text is for people. */
export const failure = (reason: Reason, text?: string, more?: FailureExtras): Failure =>
  new Failure(reason, text ?? REASONS[reason][1], more);

/** A parameter of the wrong form. */
export const invalid = (field: string, message: string): Failure =>
  failure('invalid_parameter', `${field} ${message}`, { details: [{ field, message }] });

/** What is refused for one field, in the words of its reason. */
export const refusedAt = (field: string, reason: Reason, cause?: unknown): Failure =>
  failure(reason, undefined, { details: [{ field, message: REASONS[reason][1] }], cause });

/** Refuses a change of a record that is no longer the one it was made from; without a version nothing was promised. */
export const unchangedSince = (version: number | undefined, present: { readonly version: number }): void => {
  if (version !== undefined && version !== present.version) {
    const details = [{ field: 'version', message: 'is not that of the record as it is now', present }];
    throw failure('changed_meanwhile', undefined, { details });
  }
};
