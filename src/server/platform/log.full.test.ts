import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PATIENCE } from '#test/support/patience.ts';

const FULL = '/dev/full';
const CHILD = join(import.meta.dirname, '../../../test/support/full-log-child.ts');

it.skipIf(!existsSync(FULL))(
  'a standard error that takes nothing ends no process, and keeps none from its end',
  async () => {
    const full = openSync(FULL, 'w');
    try {
      const stdio = ['ignore', 'ignore', full] as const;
      const execArgv = ['--conditions', 'development', CHILD];
      const child = spawn(process.execPath, execArgv, {
        stdio: [...stdio],
        timeout: PATIENCE / 2,
        killSignal: 'SIGKILL',
      });
      expect(await once(child, 'exit')).toEqual([7, null]);
    } finally {
      closeSync(full);
    }
  },
);
