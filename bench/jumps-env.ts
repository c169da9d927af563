/** Preloaded into the product of bench/jumps.ts: its database, which is given a bare environment, gets the same clock. */
import processes, { type SpawnOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const names = Object.keys(process.env).filter((name) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME'));
const clock = Object.fromEntries(names.map((name) => [name, process.env[name]]));
const { spawn } = processes;
const withClock = (file: string, args: readonly string[], options: SpawnOptions) =>
  spawn(file, args, { ...options, env: { ...(options.env ?? process.env), ...clock } });
Object.assign(processes, { spawn: withClock });
syncBuiltinESMExports();
