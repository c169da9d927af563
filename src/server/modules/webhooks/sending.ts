import { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { Post } from '#server/platform/outbound/post.ts';
import { isSuccess, type Outcome } from './webhook.rules.ts';
import { type Secrets, signed } from './webhook.secret.ts';

export interface Target {
  readonly url: string;
  readonly sealed: Buffer;
  readonly former: Buffer | null;
  readonly formerUntil: Date | null;
}

export interface Message {
  /** The same at every try. */
  readonly id: string;
  readonly body: string;
}

interface Parts {
  readonly post: Pick<Post, 'post'>;
  readonly secrets: Secrets;
  readonly userAgent: string;
  readonly now: () => Date;
}

/** Why there was no answer, for whoever runs the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  address: 'The address leads into a private network, or is not allowed here.',
  timeout: 'There was no answer in time.',
  network: 'The connection failed, or what came was no HTTP.',
};

const problemOf = (status: number): string | null => {
  if (isSuccess(status)) return null;
  return status >= 300 && status < 400 ? 'Redirects are not followed.' : 'The answer was no success.';
};

/** Sends a message to an address once, signed with its secrets. */
export const createSending = ({ post, secrets, userAgent, now }: Parts) => {
  const secretsOf = ({ sealed, former, formerUntil }: Target, at: Date): readonly string[] => [
    secrets.unseal(sealed),
    ...(former && formerUntil && formerUntil > at ? secrets.unsealAll(former) : []),
  ];

  /** Rejects with the reason of the signal only. */
  return async (target: Target, { id, body }: Message, signal: AbortSignal): Promise<Omit<Outcome, 'change'>> => {
    const at = now();
    const headers = { ...signed(secretsOf(target, at), { id, at, body }), 'User-Agent': userAgent };
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      const { status, retryAfter } = await post.post(target.url, { headers, body }, signal);
      const isSent = isSuccess(status);
      return { isSent, code: status, problem: problemOf(status), ms: took(), asked: isSent ? 0 : (retryAfter ?? 0) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const problem = PROBLEMS[error.kind] ?? PROBLEMS.network ?? null;
      return { isSent: false, code: null, problem, ms: took(), asked: 0 };
    }
  };
};

export type Sending = ReturnType<typeof createSending>;
