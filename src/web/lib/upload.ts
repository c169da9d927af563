import type { EndpointShape, Reply } from '#contracts/endpoint.ts';
import { CallFailed, UNEXPLAINED } from './call-failed.ts';
import { type AnyInput, addressOf, statusOf } from './call-rules.ts';
import { headersFor } from './headers.ts';
import { loading } from './loading.ts';
import { endSession } from './session.ts';
import { stored } from './stored.ts';

interface Body {
  readonly code?: unknown;
  readonly data?: unknown;
  readonly error?: string;
  readonly reason?: CallFailed['reason'];
  readonly details?: CallFailed['details'];
}

const bodyOf = (text: string): Body | null => {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
};

/** A call that sends one file as `file`. It says how much of it is on the server; rejects with CallFailed. */
export const upload = <E extends EndpointShape>(
  { method, path }: E,
  input: AnyInput,
  file: File,
  onProgress: (share: number) => void,
): Promise<Reply<E>> =>
  new Promise<Reply<E>>((resolve, reject) => {
    // Only this tells how far it has got.
    const request = new XMLHttpRequest();
    const { token } = stored();
    request.open(method, addressOf(path, input));
    // The browser names the type, with the edge between the parts.
    const { 'Content-Type': _, ...headers } = headersFor(method);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new CallFailed({ ...UNEXPLAINED, status: 0, reason: 'unreachable' }));
    request.onload = () => {
      const body = bodyOf(request.responseText);
      const status = statusOf(request.status, request.status < 300, body?.code);
      if (status === 401 && stored().token === token) endSession(body?.error ?? null);
      if (body !== null && status === 200) return resolve(body.data as Reply<E>);
      const { reason = 'unreadable', error = null, details = [], data = null } = body ?? {};
      reject(new CallFailed({ ...UNEXPLAINED, status, reason, text: error, details, data }));
    };
    request.onloadend = loading.ended;
    loading.began();
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
