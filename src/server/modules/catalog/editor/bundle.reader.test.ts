import { afterAll, expect, it } from 'vitest';
import { createBundleReader } from './bundle.reader.ts';

const reader = createBundleReader();
afterAll(reader.close);

it.each([
  ['a large file is given away', 'x'.repeat(100_000), 0],
  ['a small one, which lies in a buffer with others, is copied', 'x'.repeat(100), 100],
])('%s', async (_name, text, left) => {
  const file = Buffer.from(text);
  await expect(reader.read('movie', file)).rejects.toMatchObject({ reason: 'invalid_body' });
  expect(file.byteLength).toBe(left);
});
