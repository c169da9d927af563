import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { at, fail, isAlive, isClone, oldestNode, readText, root, serves } from './place.mjs';

let current;
for (const signal of ['SIGTERM', 'SIGHUP'])
  process.on(signal, () => (current ? current.kill(signal) : process.exit(143)));
// Ctrl-C reaches the whole group, so the child has it already. When only this process was meant, the closed channel
// tells the server, which takes both for the same wish; any other command hears the signal, perhaps again.
process.on('SIGINT', () => {
  if (!current) process.exit(130);
  const child = current;
  setTimeout(() => {
    if (current !== child) return;
    if (serves && child.connected) child.disconnect();
    else if (!serves) child.kill('SIGINT');
  }, 300).unref();
});
// npm dies without a word to its scripts on kill -9; then nobody waits for this process any more. A shell that npm has
// put between (npx does) outlives it: then its parent is the one to watch, where the system tells who that is.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const [, name = '', above = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readText(`/proc/${parent}/stat`)) ?? [];
  const npm = /^(?:npm|npx|node)/.test(name) ? 0 : Number(above);
  setInterval(() => {
    if (process.ppid !== parent || (npm > 1 && !isAlive(npm))) current?.kill('SIGTERM');
  }, 500).unref();
}

/** Runs a program to its end; resolves with an exit code, or undefined when it cannot be started. */
export const run = (file, args, options) =>
  new Promise((resolve) => {
    current = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
    current.once('error', () => resolve(undefined));
    current.once('exit', (code, signal) => resolve(code ?? { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal] ?? 137));
  }).finally(() => {
    current = undefined;
  });

const isRecent = Number(process.versions.node.split('.')[0]) >= oldestNode;

/** The programs that may run Kinodex, best first. */
const nodes = () => {
  const found = [];
  try {
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    found.push(join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin/node'));
  } catch {}
  if (isRecent) found.push(process.execPath);
  return found;
};

/** Runs a script on Node.js 24 and resolves with its exit code. */
export const runNode = async (args, { env: more, ...options } = {}) => {
  const cache = isClone ? { NODE_COMPILE_CACHE: at('node_modules/.cache/compile') } : {};
  const env = { ...process.env, ...cache, ...more };
  for (const node of nodes()) {
    const code = await run(node, args, { env, ...options });
    if (code !== undefined) return code;
  }
  return fail(
    `Kinodex needs Node.js ${oldestNode} or newer; there is none in node_modules for ` +
      `${process.platform}-${process.arch}, and this is ${process.version}.`,
  );
};
