import { createRequire } from 'node:module';
import { afterAll, expect, it } from 'vitest';
import { failure } from '#server/kernel/failure.ts';
import { httpApp } from './support/http-app.ts';
import { product } from './support/imports.ts';

const { app, get } = httpApp(async () => {
  throw failure('title_unknown');
});
afterAll(() => app.close());

/** What few installations or few requests need. */
const SELDOM = /^(?:@redis\/|nodemailer|sharp|openid-client|hyparquet|@modelcontextprotocol\/server)/;

it('what is seldom needed is loaded when it is', () => {
  const reached = new Set(['src/cli/main.ts']);
  const packages = new Set<string>();
  for (const file of reached)
    for (const { from, specifier, to, isAtOnce } of product) {
      if (from !== file || !isAtOnce) continue;
      if (to === null) packages.add(specifier);
      else reached.add(to);
    }
  expect(packages).toContain('pg');
  expect([...packages].filter((name) => SELDOM.test(name))).toEqual([]);
});

it('the framework does not load the compilers that ours take the place of', async () => {
  await get('/api/v1/thing/1');
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => file.includes('/fastify/lib/'))).not.toEqual([]);
  expect(loaded.filter((file) => /\/@fastify\/(?:ajv|fast-json-stringify)-compiler\//.test(file))).toEqual([]);
});
