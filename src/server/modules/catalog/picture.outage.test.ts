import { expect, it } from 'vitest';
import { keptLog } from '#test/support/log.ts';
import { reached } from './picture.outage.ts';

it('a store that cannot be used is an outage to callers, and is told of once', async () => {
  const log = keptLog();
  let isAway = true;
  const answer = async <T>(what: T): Promise<T> => {
    if (isAway) throw new Error('refused');
    return what;
  };
  const store = reached({ put: () => answer(undefined), get: () => answer(Buffer.from('x')) } as never, log);
  const away = { reason: 'unavailable', headers: { 'Retry-After': '30' } };
  await expect(store.get('a')).rejects.toMatchObject(away);
  await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(away);
  expect(log.lines).toEqual(['error the image store (IMAGE_STORE) has failed; it is told when it answers again']);
  isAway = false;
  expect(await store.get('a')).toEqual(Buffer.from('x'));
  expect(log.lines.slice(1)).toEqual(['warn the image store answers again']);
});
