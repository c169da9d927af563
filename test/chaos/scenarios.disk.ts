import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failures, worst } from './figures.ts';
import { atMost, failing, type Scenario } from './scenario.ts';

/** MB of the file system: above what counts as low. */
const SIZE = 700;
const MEGABYTE = 1024 * 1024;

/** Writes until nothing more fits. */
const fillUp = (file: string): void => {
  const block = Buffer.alloc(MEGABYTE);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};

export const disk: Scenario = {
  name: 'disk',
  what: 'the disk of the data folder of a node is full to the last byte',
  seconds: [60, 30],
  needs: 'root',
  run: async ({ stack, lasting, note }) => {
    const { a, balancer } = stack;
    const file = join(a.folder, 'ballast');
    await a.end('SIGTERM');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}m`, 'tmpfs', a.folder]);
    try {
      await a.start();
      await balancer.allUp(60_000);
      await lasting(5);
      fillUp(file);
      const { bavail, bsize } = statfsSync(a.folder);
      note('MB free', (bavail * bsize) / MEGABYTE);
      await lasting(25);
      rmSync(file);
      const from = performance.now();
      await balancer.allUp(60_000);
      note('well again in ms', performance.now() - from);
      await lasting(5);
    } finally {
      rmSync(file, { force: true });
      await a.end('SIGTERM');
      execFileSync('umount', ['-l', a.folder]);
      await a.start();
      await balancer.allUp(60_000);
    }
  },
  judge: (figures) => [
    failing('R5', 'while the disk of a node is full', failures(figures), 0),
    atMost('R5', 'for the slowest answer, disk full', figures.slowest, 2_000, ' ms'),
    atMost('R5', 'until all is well once there is room', worst(figures, 'well again in ms'), 10_000, ' ms'),
  ],
};
