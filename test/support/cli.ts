import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { builtServer } from '../../launcher/build.mjs';
import { PATIENCE } from './patience.ts';

/** What the start script runs: the built server, which starts in half the time of its sources; those where it is older. */
export const MAIN = builtServer() ?? join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const COMPILED = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compile');
/** Between two looks at a product that starts; without a pause the looks would take the processor from it. */
const PAUSE_MS = 25;
const run = promisify(execFile);

/** A port of loopback that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('loopback gave no port');
  return address.port;
};

/** Whether nobody listens on a port of loopback. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

const environment = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  LOG_LEVEL: 'warn',
  // As the start script has it.
  NODE_COMPILE_CACHE: COMPILED,
  ...settings,
});

/** Runs a command of the product to its end; rejects when it fails, with its output in the error. */
export const kinodex = (
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [MAIN, ...args], { env: environment(settings), timeout: PATIENCE });

export interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** Milliseconds from the start of the process to the first answer. */
  readonly startMs: number;
  /** All that it has written so far. */
  readonly said: () => string;
  /** Sends a signal and resolves when the process is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts the product and waits until it answers. */
export const serveProduct = async (settings: Readonly<Record<string, string>>): Promise<Served> => {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: environment(settings),
    // The channel is what tells the product that its start script is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  child.stdout?.on('data', (text: Buffer) => {
    said += text;
  });
  child.stderr?.on('data', (text: Buffer) => {
    said += text;
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${settings.PORT}`;
  const answers = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/api/v1/health`)).ok;
    } catch {
      return false;
    }
  };
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}: ${said}`);
    if (performance.now() - started > PATIENCE) throw new Error(`the product does not answer: ${said}`);
    await Promise.race([exited, pause(PAUSE_MS)]);
  }
  const startMs = performance.now() - started;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return { url, child, startMs, said: () => said, end };
};
