import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));
let told = false;

/**
 * A file or folder of the recorded test data: KINODEX_TEST_DATA, else `../shared/data` beside the clone.
 * Null when it is not there, so that the test can skip itself; that is said once per run of a worker.
 */
export const testData = (...path: string[]): string | null => {
  const found = join(process.env.KINODEX_TEST_DATA || beside, ...path);
  if (existsSync(found)) return found;
  if (!told) console.log('skipped: no test data');
  told = true;
  return null;
};
