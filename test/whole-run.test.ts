import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

/** What the whole run does with what failed: runs of its own, of small files that fail as they are told. */

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'kinodex-whole-'));
afterAll(() => rmSync(work, { recursive: true }));

const CONFIG = `import reporter from ${JSON.stringify(join(root, 'test/support/reporter.ts'))};
export default { test: { include: ['*.test.mjs'], reporters: [reporter()] } };`;

const file = (body: string): string => `import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
const isFirst = !existsSync(import.meta.filename + '.ran');
writeFileSync(import.meta.filename + '.ran', '');
it('holds', async () => { ${body} });`;

const SOUND = file('expect(1).toBe(1);');
const ONCE = file('expect(isFirst).toBe(false);');
const ALWAYS = file('expect(1).toBe(2);');
/** Node tells of a promise that nobody waits for before it goes on to the next turn. */
const LEFT_BEHIND = `if (isFirst) Promise.reject(new Error('left behind'));
  await new Promise(setImmediate);`;
const ONCE_WITH_LEFTOVERS = file(`${LEFT_BEHIND} expect(isFirst).toBe(false);`);
const LEFTOVERS = file(LEFT_BEHIND);

/** What the run ends with, what it names, and its count. */
const runOf = (name: string, files: Readonly<Record<string, string>>) => {
  const folder = join(work, name);
  mkdirSync(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG);
  for (const [stem, body] of Object.entries(files)) writeFileSync(join(folder, `${stem}.test.mjs`), body);
  return new Promise<readonly [code: number, ...told: string[]]>((resolve) => {
    const run = execFile(process.execPath, [join(root, 'scripts/test.ts')], { cwd: folder }, (_error, stdout) => {
      const told = (what: RegExp) => stdout.split('\n').filter((line) => what.test(line));
      resolve([run.exitCode ?? -1, ...told(/second try/).toSorted(), ...told(/ passed, /)]);
    });
  });
};

it('holds where what failed passes when it is run once more, also where it has left something behind that fails later', async () => {
  expect(await runOf('moment', { sound: SOUND, once: ONCE, left: ONCE_WITH_LEFTOVERS })).toEqual([
    0,
    'passed at the second try: left.test.mjs > holds',
    'passed at the second try: once.test.mjs > holds',
    '3 passed, 0 failed',
  ]);
});

it('fails by what fails twice', async () => {
  expect(await runOf('broken', { once: ONCE, always: ALWAYS })).toEqual([
    1,
    'passed at the second try: once.test.mjs > holds',
    '1 passed, 1 failed',
  ]);
});

it('fails at once by what fails outside of the files that failed, and by too many of them', async () => {
  expect(await runOf('outside', { once: ONCE, left: LEFTOVERS })).toEqual([1, '1 passed, 2 failed']);
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`once${at}`, ONCE]));
  expect(await runOf('many', many)).toEqual([1, '0 passed, 6 failed']);
});
