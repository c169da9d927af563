/** Reads pictures and says what that took; tests run it. Arguments: the files, the first of which is as it should be. */

import { readFileSync } from 'node:fs';
import { preparePicture } from '#server/platform/images/prepare.ts';

const [first = '', ...files] = process.argv.slice(2);
const prepare = (file: string): Promise<string> =>
  preparePicture(readFileSync(file), [92, 185], '').then(
    () => 'taken',
    (error: unknown) => String(error),
  );
await prepare(first);

/** The most memory that this process has had, in bytes; what the system says of a child begins with its parent's. */
const peak = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
const before = peak();
/** The most work of one turn of the loop, in ms of the processor: a busy machine makes it no longer. */
let longest = 0;
let last = process.threadCpuUsage();
const watch = (): void => {
  const { user, system } = process.threadCpuUsage(last);
  longest = Math.max(longest, (user + system) / 1_000);
  last = process.threadCpuUsage();
};
const watching = setInterval(watch, 0);
const said: string[] = [];
for (const file of files) said.push(await prepare(file));
clearInterval(watching);
process.stdout.write(JSON.stringify({ said, longest, memory: peak() - before }));
