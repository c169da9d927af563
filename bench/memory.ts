/**
 * What a node holds in memory: at rest after its start, and under a load of kept and of different answers, against a bare
 * node:http: node bench/memory.ts [--minutes 10]
 * Kept: <= 2.5 x at rest, <= 6 x after the load.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '#test/support/cli.ts';
import { asker, tokenOf } from './asking.ts';
import { startProduct } from './import-product.ts';

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } }).values;
const REST_MS = 10_000;
const CALLERS = 16;
const [MOST_AT_REST, MOST_LATER] = [2.5, 6];
const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;

const bareMemory = async (): Promise<number> => {
  const port = await freePort();
  const text = `require('node:http').createServer((q, r) => r.end('{}')).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', text], { stdio: 'ignore' });
  try {
    await pause(1_000);
    for (let n = 0; n < 1_000; n += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1_024;
  } finally {
    child.kill();
  }
};

const work = mkdtempSync(join(tmpdir(), 'kinodex-memory-'));
chmodSync(work, 0o755);
const bare = await bareMemory();
const product = await startProduct(work);
try {
  const ask = asker(product, await tokenOf(product));
  await pause(REST_MS);
  const rest = product.memory();
  const until = performance.now() + Number(minutes) * 60_000;
  let asked = 0;
  const caller = async (): Promise<void> => {
    for (; performance.now() < until; asked += 1)
      await ask(
        asked % 2 === 0
          ? '/api/v1/movie/tt0068646?include=all'
          : `/api/v1/discover?yearFrom=${1900 + (asked % 120)}&sort=votes&regs=${1 + (asked % 97)}`,
      );
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const later = product.memory();
  console.log(`bare node:http ${mb(bare)}; ${asked} requests in ${minutes} minutes`);
  const [atRest, after] = [rest / bare, later / bare];
  console.log(
    `at rest ${mb(rest)}, ${atRest.toFixed(2)} x (kept ${MOST_AT_REST}: ${atRest <= MOST_AT_REST ? 'holds' : 'MISSED'})`,
  );
  console.log(
    `after the load ${mb(later)}, ${after.toFixed(2)} x (kept ${MOST_LATER}: ${after <= MOST_LATER ? 'holds' : 'MISSED'})`,
  );
  if (atRest > MOST_AT_REST || after > MOST_LATER) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(work, { recursive: true, force: true });
}
