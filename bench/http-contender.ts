import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ConnectionSettings } from '#server/platform/db/pool.ts';
import type { Logging } from './whole.ts';

/** Connections to the database of every contender that has any. */
export const POOL_SIZE = 10;

/** What a contender is to be. */
export type Contender =
  | {
      readonly as: 'product';
      readonly connection: ConnectionSettings;
      readonly cached: boolean;
      readonly audit: boolean;
    }
  | { readonly as: 'whole'; readonly connection: ConnectionSettings; readonly logging: Logging }
  | { readonly as: 'bare'; readonly body: string }
  | { readonly as: 'raw-pg'; readonly connection: ConnectionSettings; readonly query: { name: string; text: string } };

export interface Stats {
  /** CPU time so far, in microseconds. */
  readonly cpu: number;
  /** SQL statements so far; NaN where nobody counts them. */
  readonly statements: number;
}

export interface Started {
  readonly port: number;
  readonly stats: () => Promise<Stats>;
  readonly stop: () => void | Promise<void>;
}

const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await once(child, 'message');
  return message as T;
};

/** Starts a contender in a process of its own; with `profile` it leaves a CPU profile there when it stops. */
export const startContender = async (contender: Contender, profile?: string): Promise<Started> => {
  const child = fork(new URL('http-child.ts', import.meta.url), {
    execArgv: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
    // What it logs is written, but not between the figures.
    ...(contender.as === 'whole' && { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] }),
  });
  child.send(contender);
  const { port } = await answerOf<{ port: number }>(child);
  return {
    port,
    stats: () => {
      const answer = answerOf<Stats>(child);
      child.send('stats');
      return answer;
    },
    stop: () => child.disconnect(),
  };
};
