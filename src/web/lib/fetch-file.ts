import type { EndpointShape } from '#contracts/endpoint.ts';
import { CallFailed, UNEXPLAINED } from './call-failed.ts';
import { type AnyInput, addressOf } from './call-rules.ts';
import { download } from './download.ts';
import { headersFor } from './headers.ts';
import { loading } from './loading.ts';
import { endSession } from './session.ts';

const nameOf = (disposition: string | null): string => /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? 'file';

/** Makes a call whose answer is a file of JSON, and hands it over to the browser. Resolves with its name; rejects with CallFailed. */
export const fetchFile = async ({ method, path }: EndpointShape, input: AnyInput): Promise<string> => {
  loading.began();
  try {
    const answer = await fetch(addressOf(path, input), {
      method,
      headers: headersFor(method),
      cache: 'no-store',
    }).catch((cause: unknown) => {
      throw new CallFailed({ ...UNEXPLAINED, status: 0, reason: 'unreachable' }, cause);
    });
    if (!answer.ok) {
      const { error: text = null, reason = 'unreadable' } = await answer.json().catch(() => ({}));
      if (answer.status === 401) endSession(text);
      throw new CallFailed({ ...UNEXPLAINED, status: answer.status, reason, text });
    }
    const name = nameOf(answer.headers.get('Content-Disposition'));
    download(name, [await answer.text()], 'application/json');
    return name;
  } finally {
    loading.ended();
  }
};
