import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contracts/index.ts';
import { CALLS } from '../../client/src/calls.generated.ts';
import { clientFiles } from '../../scripts/client/files.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(Object.entries(clientFiles()))(
  '%s is as the descriptors have it (node scripts/make-client.ts renews it)',
  (path, text) => expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text),
);

it('has every call that takes an API token', () => {
  const paths = new Set(Object.values(CALLS).map(({ path }) => path as string));
  expect(ENDPOINTS.filter(({ access, path }) => access === 'token' && !paths.has(path))).toEqual([]);
});
