#!/usr/bin/env node
// Installs what is missing, builds the site and the server when their sources have changed, then runs Kinodex on Node.js 24. Plain JavaScript without dependencies, for any Node >= 18.
import { build, builtServer } from './launcher/build.mjs';
import { install, isReady } from './launcher/install.mjs';
import { args, at, fail, isClone, serves } from './launcher/place.mjs';
import { runNode } from './launcher/run.mjs';

// The whole run looks again at what failed (scripts/test.ts); what is named is asked once.
const tests = (named) =>
  named.length === 0 ? [at('scripts/test.ts')] : [at('node_modules/vitest/vitest.mjs'), 'run', ...named];

const develop = async ([what, ...more]) => {
  if (!isClone || !['test', 'check', 'build', 'mutate', 'package', 'chaos'].includes(what))
    fail('Usage, in a clone: kinodex dev test [files] | dev check | dev build | dev mutate | dev package | dev chaos');
  if (what === 'build') {
    await build({ always: true });
    return 0;
  }
  if (what === 'check') {
    for (const tool of [
      [at('node_modules/@biomejs/biome/bin/biome'), 'check', '.'],
      [at('node_modules/typescript/bin/tsc'), '-b'],
    ]) {
      const code = await runNode(tool);
      if (code === 0) continue;
      console.log('0 passed, 1 failed');
      return code;
    }
  }
  await build();
  if (what === 'mutate') return runNode([at('scripts/mutate/main.ts'), ...more]);
  if (what === 'package') return runNode([at('scripts/make-package.ts')]);
  if (what === 'chaos') return runNode([at('test/chaos/main.ts'), ...more]);
  return runNode(tests(more));
};

const product = async () => {
  // Whatever stands behind `serve` asks for help, or is a mistake.
  const isBare = args.length <= 1;
  const built = async () => {
    if (!isClone) return at('dist/package/dist/server/main.js');
    return serves && isBare ? build() : builtServer();
  };
  const main = (await built()) ?? at('src/cli/main.ts');
  // Its end tells a command that works for long that this process was killed.
  const channel = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
  // A server's requests leave little behind: half of the nursery that Node.js takes keeps its memory lower, and a kept
  // answer costs the same with it; a quarter makes it a fifth dearer (bench/served.ts).
  const memory = serves ? ['--max-semi-space-size=8'] : [];
  // glibc would give threads arenas of their own, in each of which something is left over; one thread asks for nearly all.
  const env = serves ? { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' } : {};
  return runNode([...memory, main, ...args], { cwd: process.cwd(), env, ...channel });
};

if (isClone && !isReady()) await install();
process.exit(await (args[0] === 'dev' ? develop(args.slice(1)) : product()));
