/** Imports a folder and kills itself while the database is at a step. Arguments: <connection as JSON> <folder> <step> */

import { createImdbImport } from '#server/modules/catalog/import/import.service.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';

const [connection = '{}', from = '', last = ''] = process.argv.slice(2);
const db = createDatabase({ connection: JSON.parse(connection), kind: 'server', poolSize: 1, log: silentLog });
const { run } = createImdbImport({ db, log: silentLog });
await run({
  from,
  onProgress: (progress) => {
    // Once the step has been sent; told from outside, the end might come first.
    if ((progress.phase === 'merge' ? progress.step : progress.file) === last)
      setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  },
});
await db.close();
