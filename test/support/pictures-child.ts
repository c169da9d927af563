/** Reads pictures and says what that took; tests run it. Arguments: the files, the first of which is as it should be. */

import { readFileSync } from 'node:fs';
import { preparePicture } from '#server/platform/images/prepare.ts';
import { peakMemory, watchTurns } from './lived.ts';

const [first = '', ...files] = process.argv.slice(2);
const prepare = (file: string): Promise<string> =>
  preparePicture(readFileSync(file), [92, 185], '').then(
    () => 'taken',
    (error: unknown) => String(error),
  );
await prepare(first);

const before = peakMemory();
const turns = watchTurns();
const said: string[] = [];
for (const file of files) said.push(await prepare(file));
turns.end();
process.stdout.write(JSON.stringify({ said, longest: turns.longest(), memory: peakMemory() - before }));
