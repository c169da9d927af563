import { expect, it } from 'vitest';
import { createLoading } from './loading.ts';

it('is on from the first request to the last, and says so only when it changes', () => {
  const loading = createLoading();
  const heard: boolean[] = [];
  loading.subscribe(() => heard.push(loading.current()));
  loading.began();
  loading.began();
  loading.ended();
  expect(loading.current()).toBe(true);
  loading.ended();
  loading.ended();
  loading.began();
  expect(heard).toEqual([true, false, true]);
});
