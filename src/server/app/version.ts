import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from './open.ts';

/** The product's version, from its package. */
export const VERSION: string = (JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')) as { version: string })
  .version;
