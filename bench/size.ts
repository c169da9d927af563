/**
 * The product at several sizes of the catalogue, over HTTP as a user starts it: what grows, and by which power.
 *   node bench/size.ts [--sizes 10000,100000,1000000] [--folder /tmp/kinodex-bench-size] [--asks 400] [--only 'typo;suggest']
 * For each size: an invented set is imported by the command line beside the serving product, with a reader that goes on
 * asking; once its database has read again what its memory held before, each kind of question is asked one after the other,
 * no address twice, so that no answer is one that was kept.
 * Prints p50 and p99 of each kind and size, the exponent of its growth, and against what is wanted:
 *   search p99 at a million titles <= 25 ms, at ten million <= 3 x that; import at ten million <= 13 x that of a million.
 * The folder keeps catalogues and sets; what is there already is not imported again.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Ask, asker, type Post, type Timed, timesOf, tokenOf, told } from './asking.ts';
import { untilDisksRest } from './disk.ts';
import { exponentOf } from './exponent.ts';
import { generate, PEOPLE_PER_TITLE } from './generate/generate.ts';
import { createIds } from './generate/ids.ts';
import { type Product, startProduct } from './import-product.ts';
import { createBatches, createKinds, type Next, readSampleOf } from './size-kinds.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    folder: { type: 'string', default: '/tmp/kinodex-bench-size' },
    asks: { type: 'string', default: '400' },
    only: { type: 'string' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const asks = Number(options.asks);
const only = options.only?.split(';');
const WARM_UP = 40;
/** How long sixteen callers filter at once, ms, and how often: a node reads ahead what they are likely to ask for. */
const RUSH_MS = 10_000;
const RUSHES = 3;
const RUSHING = 16;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** What is known of a size, kept beside its catalogue. */
interface Imported {
  readonly seconds: number;
  readonly readers: Timed & { readonly failed: number };
  /** Full titles asked for right after the import. */
  readonly fresh: Timed;
}

const setOf = async (titles: number): Promise<string> => {
  const set = join(options.folder, `set-${titles}`);
  if (existsSync(set)) return set;
  const draft = `${set}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await generate({ titles, out: draft, gz: true });
  renameSync(draft, set);
  return set;
};

const timed = async (ask: Ask, next: () => string | Post, times: number, warmUp: number): Promise<Timed> => {
  const taken: number[] = [];
  for (let n = -warmUp; n < times; n += 1) {
    const what = next();
    const began = performance.now();
    await ask(what);
    if (n >= 0) taken.push(performance.now() - began);
  }
  return timesOf(taken);
};

/** Answers a second that so many callers get who do not wait for each other. */
const rush = async (ask: Ask, next: () => string): Promise<number> => {
  const until = performance.now() + RUSH_MS;
  let answers = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      await ask(next());
      answers += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: RUSHING }, caller));
  return (answers * 1_000) / (performance.now() - began);
};

const importInto = async (product: Product, ask: Ask, titles: number): Promise<Imported> => {
  const set = await setOf(titles);
  const reading = product.readers();
  const began = performance.now();
  let step = '';
  const steps = new Map<string, number>();
  let stepBegan = began;
  await product.command(['import', 'imdb-datasets', set], (line) => {
    const [, file, merging] = /(?:reading (\S+)|merging: (.+?) {2}[\d:]+$)/.exec(line) ?? [];
    const now = file ?? merging ?? step;
    if (now === step) return;
    steps.set(step, (performance.now() - stepBegan) / 1_000);
    [step, stepBegan] = [now, performance.now()];
  });
  const seconds = (performance.now() - began) / 1_000;
  steps.set(step, (performance.now() - stepBegan) / 1_000);
  const { times, failed } = await reading();
  const ids = createIds('tt', titles);
  let n = 0;
  const fresh = await timed(
    ask,
    () => `/api/v1/movie/${ids[(n++ * 7_919) % ids.length]}?include=actors,akas,crew`,
    asks,
    0,
  );
  for (const [name, took] of steps) if (name !== '' && took >= 1) say(`    ${name.padEnd(26)} ${took.toFixed(1)} s`);
  return { seconds, readers: { ...timesOf(times), failed }, fresh };
};

/** What a size was measured to need, by the names of the kinds. */
interface Size {
  readonly titles: number;
  readonly imported: Imported;
  readonly kinds: ReadonlyMap<string, Timed>;
  readonly filters: number;
}

const measure = async (titles: number): Promise<Size> => {
  const data = join(options.folder, String(titles));
  const known = `${data}.json`;
  mkdirSync(data, { recursive: true });
  // PostgreSQL may run as a user of its own, who has to come in.
  for (const folder of [options.folder, data]) chmodSync(folder, 0o755);
  const product = await startProduct(data);
  try {
    const token = await tokenOf(product);
    const ask = asker(product, token);
    say(`\n${titles.toLocaleString('en')} titles, load ${load()}`);
    if (!existsSync(known)) writeFileSync(known, JSON.stringify(await importInto(product, ask, titles)));
    const imported = JSON.parse(readFileSync(known, 'utf8')) as Imported;
    const { seconds, readers, fresh } = imported;
    say(`  imported in ${seconds.toFixed(1)} s; a reader meanwhile ${told(readers)} ms, ${readers.failed} failed`);
    say(`  full titles right after it ${told(fresh)} ms`);
    say(`  the disks rested after ${(await untilDisksRest()).toFixed(0)} s`);
    const ids = createIds('tt', titles);
    const sample = await readSampleOf(product, token, ids);
    const kinds = new Map<string, Timed>();
    const all = createKinds(ids, createIds('nm', Math.round(titles * PEOPLE_PER_TITLE)), sample);
    const asked: Readonly<Record<string, Parameters<typeof timed>[1]>> = { ...all, batch: createBatches(ids) };
    for (const [name, next] of Object.entries(asked)) {
      if (only && !only.includes(name)) continue;
      kinds.set(name, await timed(ask, next, asks, WARM_UP));
      say(`  ${name.padEnd(28)} p50 / p99 ${told(kinds.get(name) as Timed)} ms`);
    }
    const isRushing = !only || only.includes('rush');
    const rates: number[] = [];
    while (isRushing && rates.length < RUSHES) rates.push(await rush(ask, all.discover as Next));
    const filters = rates.at(-1) ?? Number.NaN;
    const inTurn = rates.map((rate) => rate.toFixed(0)).join(', then ');
    if (isRushing) say(`  ${RUSHING} callers that filter: ${inTurn} answers a second; load ${load()}`);
    return { titles, imported, kinds, filters };
  } finally {
    await product.stop();
  }
};

const MILLION = 1_000_000;
/** Wanted of p99 at a million titles, ms, and how many times that at ten million. */
const MOST = 25;
const MOST_TIMES = 3;
const MOST_IMPORT = 13;

/** What counts as a search; pages far down, filters and facets have figures of their own. */
const SEARCHES = [
  ...['suggest', 'suggest, mistyped', 'two words', 'whole title', 'common word', 'two common words'],
  ...['middling word', 'typo', 'typo, two words', 'episode'],
];

/** The slowest p99 of searches, and by how much it has grown. */
const tellSearches = (million: Size | undefined, ten: Size | undefined): void => {
  const p99 = (size: Size | undefined): readonly number[] =>
    SEARCHES.map((name) => size?.kinds.get(name)?.p99 ?? Number.NaN);
  const slowest = (size: Size | undefined): number => Math.max(...p99(size));
  if (million) say(`search at a million: ${slowest(million).toFixed(1)} ms is the slowest p99`);
  if (million && ten)
    say(
      `search at ten million: ${(slowest(ten) / slowest(million)).toFixed(1)} x that of a million, ${slowest(ten).toFixed(1)} ms`,
    );
};

const summary = (measured: readonly Size[]): void => {
  const bySize = new Map(measured.map((one) => [one.titles, one]));
  const [million, ten] = [bySize.get(MILLION), bySize.get(10 * MILLION)];
  const verdict = (holds: boolean): string => (holds ? 'holds' : 'MISSED');
  say(`\np50 / p99 in ms by titles: ${measured.map(({ titles }) => titles.toLocaleString('en')).join(', ')}`);
  for (const name of measured[0]?.kinds.keys() ?? []) {
    const times = measured.map(({ kinds }) => kinds.get(name) as Timed);
    const exponent = (of: keyof Timed): string =>
      exponentOf(measured.map(({ titles }, n) => [titles, times[n]?.[of] ?? 1])).toFixed(2);
    const [at1, at10] = [million?.kinds.get(name), ten?.kinds.get(name)];
    const verdicts = [
      at1 && `p99 at a million of ${MOST} ms: ${verdict(at1.p99 <= MOST)}`,
      at1 && at10 && `ten million ${(at10.p99 / at1.p99).toFixed(1)} x: ${verdict(at10.p99 <= MOST_TIMES * at1.p99)}`,
    ];
    say(
      `${name.padEnd(28)} ${times.map((one) => told(one).padStart(13)).join(' ')}   ` +
        `exponent ${exponent('p50')} / ${exponent('p99')}   ${verdicts.filter(Boolean).join('; ')}`,
    );
  }
  say(`filters, answers a second    ${measured.map(({ filters }) => filters.toFixed(0).padStart(13)).join(' ')}`);
  say(
    `import, s                    ${measured.map(({ imported }) => imported.seconds.toFixed(1).padStart(13)).join(' ')}`,
  );
  const [first, last] = [measured[0], measured.at(-1)];
  if (first && last && first !== last)
    say(
      `import, exponent of growth   ${exponentOf(measured.map((one) => [one.titles, one.imported.seconds])).toFixed(2)}`,
    );
  tellSearches(million, ten);
  if (million && ten) {
    const times = ten.imported.seconds / million.imported.seconds;
    say(`import of ten million        ${times.toFixed(1)} x that of a million: ${verdict(times <= MOST_IMPORT)}`);
  }
};

say(
  `${cpus()[0]?.model}, ${cpus().length} cores, load ${load()}, Node.js ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
const measured: Size[] = [];
for (const titles of sizes) measured.push(await measure(titles));
summary(measured);
