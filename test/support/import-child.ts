/** Imports a folder and says how far it is; tests run and kill it. Arguments: <connection as JSON> <folder> */

import { createImdbImport } from '#server/modules/catalog/import/import.service.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';

const [connection = '{}', from = ''] = process.argv.slice(2);
const db = createDatabase({ connection: JSON.parse(connection), kind: 'server', poolSize: 1, log: silentLog });
const { run } = createImdbImport({ db, log: silentLog });
await run({
  from,
  onProgress: (progress) => {
    process.stdout.write(`${progress.phase === 'merge' ? progress.step : progress.file}\n`);
  },
});
process.stdout.write('done\n');
await db.close();
