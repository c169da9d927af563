import { failure } from '#server/kernel/failure.ts';
import type { ImageStore } from '#server/platform/images/store.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';

/** A store whose failures are an outage to those who call. */
export const reached = (store: ImageStore, log: Log): Pick<ImageStore, 'put' | 'get'> => {
  const trouble = createRepeated(
    log,
    {
      failing: 'the image store (IMAGE_STORE) has failed; it is told when it answers again',
      again: 'the image store answers again',
    },
    'error',
  );
  const reach = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const answer = await work;
      trouble.done();
      return answer;
    } catch (err) {
      trouble.failed({ err });
      throw failure('unavailable', 'The image store cannot be used just now.', { headers: { 'Retry-After': '30' } });
    }
  };
  return {
    put: (key, bytes) => reach(store.put(key, bytes)),
    get: (key) => reach(store.get(key)),
  };
};
