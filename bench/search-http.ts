/**
 * What HTTP adds to a search: the same questions asked of the product as a user starts it, and of its database by the same
 * statements, in turns, one after the other: node bench/search-http.ts --data FOLDER --titles 1000000 [--asks 600]
 * The folder is one of bench/size.ts. Kept: p50 <= 1.5 x, p99 <= 2 x.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSearch } from '#server/modules/search/search.service.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { asker, timesOf, tokenOf, told } from './asking.ts';
import { PEOPLE_PER_TITLE } from './generate/generate.ts';
import { createIds } from './generate/ids.ts';
import { startProduct } from './import-product.ts';
import { log } from './log.ts';
import { createKinds, readSampleOf } from './size-kinds.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    titles: { type: 'string', default: '1000000' },
    asks: { type: 'string', default: '600' },
  },
});
if (options.data === undefined) throw new Error('--data names a data folder with a catalogue');
const titles = Number(options.titles);
const [MOST, MOST_P99] = [1.5, 2];
const WARM_UP = 40;
const KINDS = ['two words', 'common word', 'middling word', 'typo'];

const product = await startProduct(options.data);
const [pidFile = ''] = globSync(join(options.data, 'postgres', '*', 'postmaster.pid'));
// Its fifth line is the folder of its socket.
const host = readFileSync(pidFile, 'utf8').split('\n')[4] ?? dirname(pidFile);
const connection = { host, port: 5432, user: 'kinodex', database: 'kinodex' };
const db = createDatabase({ connection, kind: 'server', poolSize: 2, log });
try {
  const token = await tokenOf(product);
  const ask = asker(product, token);
  const ids = createIds('tt', titles);
  const sample = await readSampleOf(product, token, ids);
  const kinds = createKinds(ids, createIds('nm', Math.round(titles * PEOPLE_PER_TITLE)), sample);
  const search = createSearch({
    db,
    visibility: () => ({ imageBase: 'http://127.0.0.1/api/public/image/', sources: null, adult: false }),
  });
  const over: number[] = [];
  const alone: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  };
  for (let n = -WARM_UP; n < Number(options.asks); n += 1) {
    const path = kinds[KINDS[(n + WARM_UP) % KINDS.length] ?? '']?.() ?? '';
    const { searchParams } = new URL(path, product.origin);
    const [q, limit] = [searchParams.get('q') ?? '', Number(searchParams.get('regs'))];
    const both = [
      () => timed(over, () => ask(path)),
      // Whoever asks first warms the rows for the other: each does, for every kind.
      () => timed(alone, () => search.all(q, { offset: 0, limit })),
    ];
    const isFirst = Math.floor((n + WARM_UP) / KINDS.length) % 2 === 0;
    for (const one of isFirst ? both : both.toReversed()) await one();
  }
  const [http, bare] = [timesOf(over.slice(WARM_UP)), timesOf(alone.slice(WARM_UP))];
  const [p50, p99] = [http.p50 / bare.p50, http.p99 / bare.p99];
  console.log(`over HTTP p50 / p99 ${told(http)} ms, by the same statements ${told(bare)} ms`);
  const holds = p50 <= MOST && p99 <= MOST_P99;
  console.log(
    `HTTP against statements: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} (gates ${MOST} and ${MOST_P99}: ${holds ? 'hold' : 'MISSED'})`,
  );
  if (!holds) process.exitCode = 1;
} finally {
  await db.close();
  await product.stop();
}
