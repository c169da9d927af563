/**
 * A kept answer under more than the product can do, over HTTP as a user starts it: node bench/overload.ts [--rounds 6]
 * In turns of 2 s, 32 connections that ask as fast as they are answered, and 512: what is answered a second with so many
 * against what is with few (kept: >= 0.8), and whether anything fails.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { tokenOf } from './asking.ts';
import { startProduct } from './import-product.ts';
import { openLoad, percentile } from './load.ts';

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } }).values;
const [FEW, MANY] = [32, 512];
const [TURN_MS, REST_MS] = [2_000, 300];
const LEAST = 0.8;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const work = mkdtempSync(join(tmpdir(), 'kinodex-overload-'));
chmodSync(work, 0o755);
const product = await startProduct(work);
try {
  const headers = { Authorization: `Bearer ${await tokenOf(product)}` };
  const target = { port: Number(new URL(product.origin).port), path: '/api/v1/movie/tt0068646', headers };
  const loads = [await openLoad(target, FEW), await openLoad(target, MANY)] as const;
  say(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node.js ${process.version}`,
  );
  const turn = async (at: 0 | 1) => {
    const began = performance.now();
    const answers = await loads[at].run(TURN_MS);
    const rate = (answers.count * 1_000) / (performance.now() - began);
    await pause(REST_MS);
    return { rate, ...answers };
  };
  for (const at of [0, 1] as const) await turn(at);
  const pairs: (readonly [Awaited<ReturnType<typeof turn>>, Awaited<ReturnType<typeof turn>>])[] = [];
  for (let round = 0; round < Number(rounds); round += 1) pairs.push([await turn(0), await turn(1)]);
  const ratio = percentile(
    pairs.map(([few, many]) => many.rate / few.rate),
    0.5,
  );
  const wrong = pairs.reduce((sum, [few, many]) => sum + few.wrong + many.wrong, 0);
  for (const [at, connections] of [FEW, MANY].entries()) {
    const of = (key: 'rate' | 'p99'): number =>
      percentile(
        pairs.map((pair) => pair[at === 0 ? 0 : 1][key]),
        0.5,
      );
    say(`${connections} connections: ${of('rate').toFixed(0)} answers a second, p99 ${of('p99').toFixed(1)} ms`);
  }
  const holds = ratio >= LEAST && wrong === 0;
  say(
    `overloaded: ${ratio.toFixed(2)} of the rate, ${wrong} wrong answers (gate ${LEAST}: ${holds ? 'holds' : 'MISSED'})`,
  );
  if (!holds) process.exitCode = 1;
  for (const load of loads) load.close();
} finally {
  await product.stop();
  rmSync(work, { recursive: true, force: true });
}
