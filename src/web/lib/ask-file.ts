import type { EndpointShape } from '#contracts/endpoint.ts';
import { CallFailed, UNEXPLAINED } from './call-failed.ts';
import { type AnyInput, addressOf } from './call-rules.ts';
import { headersFor } from './headers.ts';
import { loading } from './loading.ts';
import { endSession } from './session.ts';

/**
 * Makes a call whose answer is a file; resolves when it begins to come in, until when 'Please wait...' is drawn. Rejects
 * with CallFailed, or with an AbortError when `signal` says so.
 */
export const askFile = async (
  { method, path }: EndpointShape,
  input: AnyInput,
  signal?: AbortSignal,
): Promise<Response> => {
  loading.began();
  try {
    const answer = await fetch(addressOf(path, input), {
      method,
      headers: headersFor(method),
      cache: 'no-store',
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new CallFailed({ ...UNEXPLAINED, status: 0, reason: 'unreachable' }, cause);
    });
    if (answer.ok) return answer;
    const { error: text = null, reason = 'unreadable' } = await answer.json().catch(() => ({}));
    if (answer.status === 401) endSession(text);
    throw new CallFailed({ ...UNEXPLAINED, status: answer.status, reason, text });
  } finally {
    loading.ended();
  }
};
