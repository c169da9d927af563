import { expect, it } from 'vitest';
import { product } from './support/imports.ts';

it('loads what only some installations need when they need it', () => {
  const reached = new Set(['src/cli/main.ts']);
  const packages = new Set<string>();
  for (const file of reached)
    for (const { from, specifier, to, isAtOnce } of product) {
      if (from !== file || !isAtOnce) continue;
      if (to === null) packages.add(specifier);
      else reached.add(to);
    }
  expect(packages).toContain('pg');
  expect([...packages].filter((name) => ['@redis/client', 'nodemailer', 'sharp'].includes(name))).toEqual([]);
});
