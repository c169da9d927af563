/** Writes src/server/app/examples.generated.json: what the documentation shows as answers, from the embedded catalogue. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logsFrom } from '#server/app/logs.ts';
import { HOME } from '#server/app/open.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { exampleAnswers } from '#test/support/examples.ts';
import { productOn } from '#test/support/product-in-memory.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-examples-'));
const log = logsFrom('warn')({ module: 'examples', category: 'other' });
const db = await openDatabase({ dataFolder, log, role: 'tool', poolSize: 4 });
try {
  await migrate(db.pool, join(HOME, 'migrations'));
  const product = await productOn(db);
  const file = join(HOME, 'src', 'server', 'app', 'examples.generated.json');
  writeFileSync(file, `${JSON.stringify(await exampleAnswers(product), null, 1)}\n`);
  await product.close();
} finally {
  await db.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
