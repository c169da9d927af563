import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { isAlive, major } from './embedded-lock.ts';

const megabyte = 2 ** 20;

/** Bytes that we may have: the machine's, or a container's limit, which is 0 or more than there is where it has none. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** A share of our memory in megabytes, within bounds. Small pages are only taken as they are used. */
export const ofMemory = (share: number, least: number, most: number, bytes = memory()): number =>
  Math.round(Math.min(most, Math.max(least, bytes / share / megabyte)));

/** What the system, the product itself and PostgreSQL's processes take. */
const OTHERS = 2 ** 30;

/**
 * Megabytes for pages of tables: two fifths of the memory that is left by others. Not a multiple of eight: the list of all
 * its pages would end with a page of memory then, as in shortenList.
 */
export const forTables = (bytes = memory()): number => {
  const size = ofMemory(2.5, 128, 16_384, bytes - OTHERS);
  return size % 8 === 0 ? size - 1 : size;
};

/** Bytes of the system's cache that files of tables may take: three quarters of what is left by others and by forTables. */
export const forFiles = (bytes = memory()): number =>
  Math.max(0, (bytes - OTHERS - forTables(bytes) * megabyte) * 0.75);

/** Has the server note every five minutes and at its end which pages its memory holds, and read these when it starts again. */
export const refilled = { shared_preload_libraries: 'pg_prewarm', 'pg_prewarm.autoprewarm': 'on' } as const;

/** How many huge pages the kernel makes at most when they are asked for, beyond those that are set aside. */
const CEILING = '/proc/sys/vm/nr_overcommit_hugepages';
/** With room for what else PostgreSQL shares, a fortieth and 10 MB; of what is allowed, only what it asks for is made. */
const allowed = (bytes: number): number => bytes * 1.1 + 64 * megabyte;

/** Bytes of a huge page, NaN where the kernel has none, and how many are there that were asked for. */
const hugePages = (): { readonly size: number; readonly made: number } => {
  const facts = readFileSync('/proc/meminfo', 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(facts)?.[1]);
  return { size: of('Hugepagesize') * 1024, made: of('HugePages_Surp') };
};

/** Whether a cluster's tables and their indexes take so many bytes. */
const isAsLargeAs = (home: string, bytes: number): boolean => {
  const base = join(home, major, 'base');
  let size = 0;
  for (const database of readdirSync(base))
    for (const file of readdirSync(join(base, database))) {
      size += statSync(join(base, database, file), { throwIfNoEntry: false })?.size ?? 0;
      if (size >= bytes) return true;
    }
  return false;
};

/** What the ceiling was, and what it was raised to, until it is lowered: a start that was killed leaves it to the next. */
const recordIn = (home: string): string => join(home, 'huge-pages');

const lower = (home: string, ceiling: string): void => {
  const record = recordIn(home);
  if (!existsSync(record)) return;
  const [before, raised] = readFileSync(record, 'utf8').split(' ');
  // Whoever has changed it since knows better.
  if (readFileSync(ceiling, 'utf8').trim() === raised) writeFileSync(ceiling, String(before));
  rmSync(record);
};

const raise = (home: string, pages: string | number | undefined, ceiling: string): void => {
  accessSync(ceiling, constants.W_OK);
  lower(home, ceiling);
  const bytes = Number(/^(\d+)MB$/.exec(String(pages))?.[1]) * megabyte;
  if (!isAsLargeAs(home, bytes)) return;
  const before = Number(readFileSync(ceiling, 'utf8'));
  const { size, made } = hugePages();
  const needed = made + Math.ceil(allowed(bytes) / size);
  if (!(needed > before)) return;
  writeFileSync(recordIn(home), `${before} ${needed}`);
  writeFileSync(ceiling, String(needed));
};

const tried = (step: () => void): void => {
  try {
    step();
  } catch {
    // Another system, no cluster yet, or not ours to set: small pages do as well.
  }
};

const LIST_ENTRY = 20;
const MEMORY_PAGE = 4_096;

/**
 * PostgreSQL 18 looks at one entry more than its list has of what its memory held, and crashes where that one lies beyond the
 * last page of memory which the list takes: again and again, since it reads the list at each start. The last one is left out.
 */
const shortenList = (home: string): void => {
  const list = openSync(join(home, major, 'autoprewarm.blocks'), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const head = Buffer.alloc(32);
    readSync(list, head, 0, head.length, 0);
    const [, count = ''] = /^<<(\d+)>>\n/.exec(head.toString('latin1')) ?? [];
    const last = (Number(count) * LIST_ENTRY) % MEMORY_PAGE;
    if (Number(count) === 0 || (last > 0 && last + LIST_ENTRY <= MEMORY_PAGE)) return;
    writeSync(list, `<<${String(Number(count) - 1).padStart(count.length, '0')}>>\n`, 0, 'latin1');
  } finally {
    closeSync(list);
  }
};

/**
 * Starts a server that stays, with a list of what its memory held that it can read, and with leave to have that memory in huge
 * pages, where its tables would fill it in any case and the kernel lets us: they are made for it and go with it. Afterwards
 * the kernel's ceiling is what it was. `pages` is the server's setting of how much it keeps of tables, such as '512MB'.
 */
export const withHugePages = async <Result>(
  home: string,
  pages: string | number | undefined,
  start: () => Promise<Result>,
  ceiling = CEILING,
): Promise<Result> => {
  tried(() => shortenList(home));
  tried(() => raise(home, pages, ceiling));
  try {
    return await start();
  } finally {
    tried(() => lower(home, ceiling));
  }
};

/** How the kernel lays memory that processes share, when it is first used; what is in force stands in brackets. */
const SHARED = '/sys/kernel/mm/transparent_hugepage/shmem_enabled';
const JOINED = 'within_size';
/** Another one after each boot, which forgets what was set. */
const BOOT = '/proc/sys/kernel/random/boot_id';

/**
 * Until `signal` is aborted, has the kernel lay memory that processes share in huge pages as it is used, as far as there are
 * any, where it never does and we may tell it to. A product that was killed leaves that to the next, which finds its record;
 * what one has set that lives stays its own.
 */
export const joinPages = (home: string, signal: AbortSignal, setting = SHARED): void =>
  tried(() => {
    const record = join(home, 'joined-pages');
    const isInForce = (value: string): boolean => readFileSync(setting, 'utf8').includes(`[${value}]`);
    accessSync(setting, constants.W_OK);
    const boot = readFileSync(BOOT, 'utf8').trim();
    const [owner, since] = existsSync(record) ? readFileSync(record, 'utf8').split(' ') : [];
    const isOfNow = since === boot;
    if (isOfNow && Number(owner) !== process.pid && isAlive(Number(owner))) return;
    rmSync(record, { force: true });
    const wasLeft = isOfNow && isInForce(JOINED);
    if (!wasLeft && !isInForce('never')) return;
    writeFileSync(record, `${process.pid} ${boot}`, { flag: 'wx' });
    const setBack = (): void => {
      // Whoever has changed it since knows better.
      if (isInForce(JOINED)) writeFileSync(setting, 'never');
      rmSync(record, { force: true });
    };
    signal.addEventListener('abort', () => tried(setBack), { once: true });
    if (!wasLeft) writeFileSync(setting, JOINED);
  });
