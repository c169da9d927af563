import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientCallOf } from '#contracts/client-calls.ts';
import { type Language, type ReadyToken, writeCall } from '#contracts/ready-calls.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Listening, productListening } from '#test/support/listening.ts';
import { PATIENCE } from '#test/support/patience.ts';

/** The calls that the product writes down for people, run as they stand. */

const db = await testDatabase('sample');
const folder = mkdtempSync(join(tmpdir(), 'kinodex calls '));
let product: Listening;

const run = async (command: string, ...args: readonly string[]): Promise<string> => {
  const env = { ...process.env, TOKEN: product.token };
  return (await promisify(execFile)(command, [...args], { cwd: folder, env, timeout: PATIENCE })).stdout;
};

beforeAll(async () => {
  product = await productListening(db);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  // The client that the product itself gives out.
  const home = join(folder, 'node_modules', 'kinodex-client');
  mkdirSync(home, { recursive: true });
  const answer = await fetch(`${product.origin}/docs/kinodex-client.tgz`);
  writeFileSync(join(folder, 'client.tgz'), Buffer.from(await answer.arrayBuffer()));
  await run('tar', 'xzf', 'client.tgz', '-C', home, '--strip-components=1');
});
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

const PATHS = [
  '/api/v1/movie/tt0068646?include=actors,genres',
  '/api/v1/name/nm0000199',
  '/api/v1/movie/tt0903747/season/1/episode/1',
  '/api/v1/search?q=am%C3%A9lie%20%22x%22%20$1',
  '/api/v1/discover?genre=Crime|Western&country=US&regs=3',
  '/api/v1/genres',
];

const program = (language: Language, path: string, token: ReadyToken): string => {
  const address = product.origin + path;
  return writeCall(language, { address, client: clientCallOf(address) }, token);
};

const RUNS: Readonly<Record<Language, (text: string) => Promise<unknown>>> = {
  curl: async (text) => JSON.parse(await run('sh', '-c', `${text} -s`)).data,
  JavaScript: async (text) =>
    JSON.parse(await run(process.execPath, '--input-type=module', '-e', `${text}\nconsole.log(JSON.stringify(data));`)),
  Client: async (text) => {
    const source = `${text}\nconsole.log(JSON.stringify("page" in data ? data.items : data));`;
    return JSON.parse(await run(process.execPath, '--input-type=module', '-e', source));
  },
  Python: async (text) => JSON.parse(await run('python3', '-c', `${text}\nprint(json.dumps(data))`)),
};

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const MISSING: readonly Language[] = [
  ...(has('python3') ? [] : (['Python'] as const)),
  ...(has('curl') ? [] : (['curl'] as const)),
];
if (MISSING.length > 0) console.log(`skipped: nothing here runs ${MISSING.join(' or ')}`);

describe.each(Object.keys(RUNS) as Language[])('a call in %s', (language) => {
  it.skipIf(MISSING.includes(language))('gets what its address has, with the token in it or beside it', async () => {
    for (const [at, path] of PATHS.entries()) {
      const token = at % 2 === 0 ? { text: product.token } : { variable: 'TOKEN' };
      const { data } = (await product.get(path)).json();
      expect([path, await RUNS[language](program(language, path, token))]).toEqual([path, data]);
    }
  });
});
