import type { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { SourceName } from './source.ts';

const WORDS = {
  refused: 'refuses the credentials',
  limited: 'has reached its limit',
  unavailable: 'does not answer',
  unreadable: 'gives an answer that cannot be read',
} as const;

/** Why a source tells nothing. It names the source and the kind, never what was sent. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly source: SourceName;
  readonly kind: keyof typeof WORDS;
  /** Of a limit: in how many ms to come again; null when the source does not say. */
  readonly retryAfter: number | null;

  constructor(
    source: SourceName,
    kind: keyof typeof WORDS,
    more: { readonly retryAfter?: number | null; readonly cause?: unknown } = {},
  ) {
    super(`${source} ${WORDS[kind]}`, more.cause === undefined ? {} : { cause: more.cause });
    this.source = source;
    this.kind = kind;
    this.retryAfter = more.retryAfter ?? null;
  }
}

const kindOf = ({ kind, status }: OutboundError): keyof typeof WORDS => {
  if (kind === 'unreadable' || kind === 'too_large') return 'unreadable';
  if (status === 401 || status === 403) return 'refused';
  return status === 429 ? 'limited' : 'unavailable';
};

/** A failure of the door out in the words of sources. */
export const ofOutbound = (source: SourceName, cause: OutboundError): SourceError =>
  new SourceError(source, kindOf(cause), { retryAfter: cause.retryAfter, cause });
