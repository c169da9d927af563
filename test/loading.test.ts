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
  // A server loads the rest while its database starts.
  const reached = new Set(['src/cli/main.ts', 'src/cli/commands.ts', 'src/server/app/start.ts']);
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

it('what a database that starts does not need is loaded while it does', () => {
  const reached = new Set(['src/cli/main.ts']);
  for (const file of reached)
    for (const { from, to, isAtOnce } of product) if (from === file && isAtOnce && to !== null) reached.add(to);
  expect([...reached]).toContain('src/server/platform/db/embedded.ts');
  expect(
    [...reached].filter((file) => /^src\/server\/(?:app\/compose|facades\/|platform\/http\/server)/.test(file)),
  ).toEqual([]);
});

it('the framework does not load the compilers that ours take the place of', async () => {
  await get('/api/v1/thing/1');
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => file.includes('/fastify/lib/'))).not.toEqual([]);
  expect(loaded.filter((file) => /\/@fastify\/(?:ajv|fast-json-stringify)-compiler\//.test(file))).toEqual([]);
});
