import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './areas.ts';
import type { Task } from './trial.ts';

/** Ms that every trial may take, with three times what its tests take when nothing is changed. */
const GRACE = 20_000;
const LONGEST_START = 300_000;

const COPIED = ['src', 'test', 'scripts', 'migrations', 'package.json', 'tsconfig.base.json'];

const copyTree = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-mutants-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
};

/** Tries mutants in a copy and a process of its own, which are replaced when a mutant makes it hang or end. */
export const openTrials = () => {
  let folder: string | undefined;
  let child: ChildProcess | undefined;
  const usual = new Map<string, number>();

  const next = async (of: ChildProcess, within: number): Promise<{ readonly green?: boolean } | null> => {
    const stop = new AbortController();
    const { signal } = stop;
    const ends = [
      once(of, 'message', { signal }).then(([message]) => message),
      once(of, 'exit', { signal }).then(() => null),
      pause(within, null, { signal }),
    ];
    // Those that are stopped say so, to nobody.
    for (const end of ends) end.catch(() => {});
    return Promise.race(ends).finally(() => stop.abort());
  };
  const kill = (): void => {
    try {
      if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const clear = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    child = folder = undefined;
  };
  process.once('exit', () => {
    kill();
    clear();
  });
  const end = async (how?: 'SIGKILL'): Promise<void> => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      if (how === 'SIGKILL') kill();
      else child.disconnect();
      await gone;
    }
    clear();
  };
  const start = async (): Promise<ChildProcess> => {
    folder = copyTree();
    const made = fork(join(folder, 'scripts', 'mutate', 'trial.ts'), {
      cwd: folder,
      // A group of its own, so that what a mutant makes hang ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if ((await next(made, LONGEST_START)) === null) throw new Error('The test runner does not start');
    return made;
  };
  /** Whether the tests are green; false also when they don't end in time. */
  const isGreen = async (task: Task, within: number): Promise<boolean> => {
    child ??= await start();
    child.send(task);
    const answer = await next(child, within);
    if (answer !== null) return answer.green === true;
    await end('SIGKILL');
    return false;
  };
  const usualFor = async (task: Task): Promise<number> => {
    const known = usual.get(task.file);
    if (known !== undefined) return known;
    const began = performance.now();
    if (!(await isGreen({ ...task, mutant: null }, LONGEST_START)))
      throw new Error(`The tests of ${task.file} fail as it is`);
    const took = performance.now() - began;
    usual.set(task.file, took);
    return took;
  };

  return {
    /** Whether no test notices the change. One that no test imports has no test to notice it. */
    survives: async (task: Task): Promise<boolean> =>
      task.turns.length === 0 || isGreen(task, GRACE + 3 * (await usualFor(task))),
    close: () => end(),
  };
};
