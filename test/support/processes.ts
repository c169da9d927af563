import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('product.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

export type Said = {
  readonly ready?: number;
  readonly starts?: number;
  readonly closed?: boolean;
  readonly failed?: string;
  readonly connection?: { readonly host: string };
};

export type Product = {
  readonly pid: number;
  /** The next line it says; `failed` when it ends without one. */
  said(): Promise<Said>;
  /** Sends the signal and resolves with the exit code once it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
};

/** Starts `product.ts` on a data folder, as another user when told. */
export const startProduct = (dataFolder: string, uid?: number): Product => {
  const child: ChildProcess = spawn(process.execPath, [script, dataFolder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const { stdout, pid } = child;
  if (!stdout || pid === undefined) throw new Error('the product could not be started');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  return {
    pid,
    exited,
    said: async () => {
      const { value, done } = await lines.next();
      return done ? { failed: 'it ended without a word' } : JSON.parse(value);
    },
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
};

/** Whether another user can read this clone and run its Node.js. Only root may ask. */
export const canRunAs = (uid: number): boolean =>
  spawnSync(process.execPath, ['--check', script], { uid, gid: uid, cwd: '/', stdio: 'ignore' }).status === 0;

/** The parent of a process on Linux. */
export const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** The children of a process on Linux. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
