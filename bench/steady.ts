/**
 * All kinds of questions to the data at a steady rate, whether answers come or not, over HTTP from the product as a user
 * starts it, on a data folder with a catalogue of bench/size.ts: node bench/steady.ts --data FOLDER --titles 1000000
 *   [--rate 200] [--seconds 60] [--kept 0.9]
 * So many of the questions ask again for what was just asked, as most do; the others are all different, of each kind in turn.
 * A time is counted from the moment that a question was due, so one that has to wait for others counts that too.
 * Kept: p99 <= 300 ms over all.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asker, timesOf, tokenOf, told } from './asking.ts';
import { PEOPLE_PER_TITLE } from './generate/generate.ts';
import { createIds } from './generate/ids.ts';
import { startProduct } from './import-product.ts';
import { seeded } from './search-data.ts';
import { createKinds, readSampleOf } from './size-kinds.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    titles: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    kept: { type: 'string', default: '0.9' },
  },
});
if (options.data === undefined) throw new Error('--data names a data folder with a catalogue');
const [titles, rate, kept] = [Number(options.titles), Number(options.rate), Number(options.kept)];
const MOST = 300;
/** So many addresses are asked for again and again. */
const ASKED_AGAIN = 200;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const product = await startProduct(options.data);
try {
  const token = await tokenOf(product);
  const ask = asker(product, token);
  const ids = createIds('tt', titles);
  const sample = await readSampleOf(product, token, ids);
  const kinds = Object.entries(createKinds(ids, createIds('nm', Math.round(titles * PEOPLE_PER_TITLE)), sample));
  const random = seeded(5);
  const again = Array.from({ length: ASKED_AGAIN }, (_, n) => kinds[n % kinds.length]?.[1]() ?? '');
  const times = new Map<string, number[]>();
  const failures: unknown[] = [];
  const one = async (kind: string, path: string, due: number): Promise<void> => {
    await ask(path).catch((error: unknown) => failures.push(error));
    times.set(kind, [...(times.get(kind) ?? []), performance.now() - due]);
  };
  say(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node.js ${process.version}`,
  );
  for (const path of again) await ask(path);
  const count = rate * Number(options.seconds);
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = began + (n * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const [kind, next] = kinds[n % kinds.length] ?? ['', () => ''];
    asked.push(random() < kept ? one('asked again', again[n % ASKED_AGAIN] ?? '', due) : one(kind, next(), due));
  }
  await Promise.all(asked);
  for (const [kind, its] of times)
    say(`${kind.padEnd(20)} ${String(its.length).padStart(6)} asked, p50 / p99 ${told(timesOf(its))} ms`);
  const all = timesOf([...times.values()].flat());
  const holds = all.p99 <= MOST && failures.length === 0;
  say(
    `all: p50 / p99 ${told(all)} ms at ${rate} a second, ${failures.length} failed (kept ${MOST}: ${holds ? 'holds' : 'MISSED'})`,
  );
  if (!holds) process.exitCode = 1;
} finally {
  await product.stop();
}
