import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#test/support/cli.ts';
import { runCommand } from '../../bench/import-product.ts';
import { createNode, LAUNCHER, type Stack } from './stack.ts';

const run = promisify(execFile);
/** Ms after which a start that was to be refused is ended. */
const GIVE_UP_MS = 20_000;

/** The product as a user starts it: on loopback, with a database of its own in a data folder of its own. */
export const startOwn = async ({ home, endWith }: Pick<Stack, 'home' | 'endWith'>, name: string) => {
  const folder = join(home, name, 'data');
  mkdirSync(folder, { recursive: true });
  const ports = { port: await freePort(), inspectorPort: await freePort() };
  const node = createNode(name, ports, () => LAUNCHER, folder, { PAYMENT_PROVIDER: 'sandbox' });
  endWith(() => node.end('SIGTERM'));
  await node.start();
  const env = { PATH: process.env.PATH, HOME: '/', KINODEX_DATA: folder };
  const command = async (...args: string[]): Promise<string> => (await runCommand(args, env)).trim();
  /** Starts a second one on the same folder. Answers how long it took to end, and with what; a code of null: it did not. */
  const second = async () => {
    const began = performance.now();
    const given = { env: { ...env, PORT: `${await freePort()}` }, timeout: GIVE_UP_MS, killSignal: 'SIGKILL' } as const;
    const ended = await run(process.execPath, [LAUNCHER, 'serve'], given).then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: { readonly code?: number | null; readonly stderr: string }) => ({
        code: code ?? null,
        stderr,
      }),
    );
    return { ...ended, ms: performance.now() - began };
  };
  return { ...node, command, second };
};
