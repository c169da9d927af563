/** Writes what kinodex-client takes from the descriptors: its types, its table of calls, and what samples are written by. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from './client/files.ts';

for (const [path, text] of Object.entries(clientFiles())) writeFileSync(join(import.meta.dirname, '..', path), text);
