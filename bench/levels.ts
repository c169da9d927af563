/**
 * What a line that is switched off costs a hot answer, on the embedded server: node bench/levels.ts
 *   a hot title answered in the process, without a network, against the same call of the log (kept: ≤ 3 %).
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answeredLines } from '#server/app/lines.ts';
import { logsFrom } from '#server/app/logs.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { Answered } from '#server/platform/http/route.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { log } from './log.ts';

const CALLS = 20_000;
const LINES = 10_000_000;
const URL = '/api/v1/movie/tt0068646';
const MOST = 0.03;

const work = mkdtempSync(join(tmpdir(), 'kinodex-bench-levels-'));
chmodSync(work, 0o711);
const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
let isDear = false;
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const product = await productOn(db);
  for (let each = 0; each < CALLS / 10; each++) await product.get(URL);
  const began = performance.now();
  for (let each = 0; each < CALLS; each++) await product.get(URL);
  const answer = ((performance.now() - began) * 1e6) / CALLS;

  const levels = createLevels('info');
  const say = answeredLines(logsFrom('info', { levels })({ module: 'http.answered', category: 'other' }));
  const answered = { request: { id: 'bench-1', method: 'GET' }, path: URL, code: 200, elapsed: 0.1 } as Answered;
  for (let each = 0; each < LINES / 10; each++) say(answered);
  const from = performance.now();
  for (let each = 0; each < LINES; each++) say(answered);
  const line = ((performance.now() - from) * 1e6) / LINES;
  isDear = line / answer > MOST;
  process.stdout.write(
    `a hot answer in the process ${(answer / 1e3).toFixed(1)} µs, its line switched off ${line.toFixed(1)} ns: ${((line / answer) * 100).toFixed(3)} %\n`,
  );
  await product.close();
} finally {
  await db.close();
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = isDear ? 1 : 0;
