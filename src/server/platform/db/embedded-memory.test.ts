import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { forFiles, forTables, joinPages, ofMemory, withHugePages } from './embedded-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinodex-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, 'postgres');
const tables = join(home, '18', 'base', '5');
mkdirSync(tables, { recursive: true });
writeFileSync(join(tables, '1'), Buffer.alloc(2 ** 20));
writeFileSync(join(tables, '1.1'), Buffer.alloc(2 ** 20));
const ceiling = join(folder, 'nr_overcommit_hugepages');
const record = join(home, 'huge-pages');

/** The kernel's ceiling while a server starts. */
const during = async (pages: string, before = '5\n'): Promise<number> => {
  writeFileSync(ceiling, before);
  return withHugePages(home, pages, async () => Number(readFileSync(ceiling, 'utf8')), ceiling);
};
const now = (): string => readFileSync(ceiling, 'utf8');

it.each([
  ['a share of what there is', 4 * 2 ** 30, 1_024],
  ['no less than the least', 2 ** 20, 128],
  ['no more than the most', 2 ** 40, 8_192],
])('ofMemory is %s', (_, bytes, megabytes) => {
  expect(ofMemory(4, 128, 8_192, bytes)).toBe(megabytes);
});

it.each([
  ['the least where there is hardly any', 0.5, 127],
  ['nothing of the first gigabyte', 2, 410],
  ['two fifths of all others', 24, 9_421],
  ['16 GB at most', 64, 16_383],
  ['no multiple of eight megabytes', 21, 8_191],
])('what tables get is %s', (_, gigabytes, megabytes) => {
  expect(forTables(gigabytes * 2 ** 30)).toBe(megabytes);
});

it.each([
  ['nothing where there is hardly any', 0.5, 0],
  ['three quarters of what tables and others leave', 24, 10_598],
])('what their files get beside that is %s', (_, gigabytes, megabytes) => {
  expect(Math.round(forFiles(gigabytes * 2 ** 30) / 2 ** 20)).toBe(megabytes);
});

it('ofMemory is of the memory of this machine at most', () => {
  expect(ofMemory(1, 0, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(Math.round(totalmem() / 2 ** 20));
  expect(ofMemory(1, 0, Number.POSITIVE_INFINITY)).toBeGreaterThan(0);
});

describe.skipIf(process.platform !== 'linux')('withHugePages', () => {
  it('raises the ceiling while a server starts whose tables fill its memory, and lowers it again', async () => {
    const [, size] = /^Hugepagesize:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    // 2 MB, and what else is shared.
    expect((await during('2MB')) * Number(size) * 1024).toBeGreaterThanOrEqual(2 * 2 ** 20 * 1.1 + 64 * 2 ** 20);
    expect(now()).toBe('5');
    expect(existsSync(record)).toBe(false);
    const fails = withHugePages(home, '1MB', () => Promise.reject(new Error('it does not start')), ceiling);
    await expect(fails).rejects.toThrow('it does not start');
    expect(now()).toBe('5');
  });

  it('lowers what a start has raised that was killed, and leaves what somebody else has set since', async () => {
    const most = await during('1MB');
    writeFileSync(record, `7 ${most}`);
    writeFileSync(ceiling, `${most}\n`);
    await withHugePages(home, '9MB', async () => expect(now()).toBe('7'), ceiling);
    writeFileSync(record, `7 ${most}`);
    expect(await during('9MB', '12\n')).toBe(12);
    expect(existsSync(record)).toBe(false);
    await withHugePages(home, '1MB', async () => writeFileSync(ceiling, '13'), ceiling);
    expect(now()).toBe('13');
  });

  it.each([
    ['1024', '1023'],
    ['10240', '10239'],
    ['1025', '1025'],
    ['1023', '1023'],
    ['1433', '1432'],
    ['0', '0'],
  ])('leaves an entry out of a list of %s whose end PostgreSQL would look beyond', async (before, after) => {
    const list = join(home, '18', 'autoprewarm.blocks');
    writeFileSync(list, `<<${before}>>\n1,2,3,0,4\n`);
    await during('9MB');
    expect(readFileSync(list, 'utf8')).toBe(`<<${after}>>\n1,2,3,0,4\n`);
    rmSync(list);
  });

  it('leaves alone a ceiling that is high enough', async () => {
    expect(await during('1MB', '100000\n')).toBe(100_000);
    expect(now()).toBe('100000\n');
  });

  it.each(['3MB', 'nonsense'])('leaves it as it is for tables that are smaller than %s', async (pages) => {
    expect(await during(pages)).toBe(5);
  });

  it('starts in small pages where the ceiling is not ours, and where there is no cluster', async () => {
    const start = async (): Promise<string> => 'started';
    expect(await withHugePages(home, '1MB', start, join(folder, 'none'))).toBe('started');
    expect(await withHugePages(home, '1MB', start, folder)).toBe('started');
    writeFileSync(ceiling, '5');
    expect(await withHugePages(join(folder, 'absent'), '1MB', async () => now(), ceiling)).toBe('5');
  });
});

describe.skipIf(process.platform !== 'linux')('joinPages', () => {
  const setting = join(folder, 'shmem_enabled');
  const left = join(home, 'joined-pages');
  const inForce = (value: string): void =>
    writeFileSync(setting, `always within_size advise never deny force\n`.replace(value, `[${value}]`));
  const written = (): string => readFileSync(setting, 'utf8');
  /** As long as a server runs; answers how to stop it. */
  const started = (): (() => void) => {
    const running = new AbortController();
    joinPages(home, running.signal, setting);
    return () => running.abort();
  };

  it('has memory laid in huge pages until the server stops, where it never was', () => {
    inForce('never');
    const stop = started();
    expect([written(), existsSync(left)]).toEqual(['within_size', true]);
    inForce('within_size');
    stop();
    expect([written(), existsSync(left)]).toEqual(['never', false]);
  });

  it.each(['always', 'advise', 'within_size', 'deny'])('leaves %s as it is', (value) => {
    inForce(value);
    const before = written();
    started()();
    expect([written(), existsSync(left)]).toEqual([before, false]);
  });

  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  /** A process that lives, and one that has ended. */
  const [living, ended] = [process.ppid, spawnSync('true').pid];

  it('sets back what a start has set that was killed', () => {
    inForce('within_size');
    writeFileSync(left, `${ended} ${boot}`);
    const stop = started();
    expect(readFileSync(left, 'utf8')).toBe(`${process.pid} ${boot}`);
    stop();
    expect([written(), existsSync(left)]).toEqual(['never', false]);
  });

  it('leaves what a product has set that lives, or one before the machine was booted', () => {
    inForce('within_size');
    const before = written();
    writeFileSync(left, `${living} ${boot}`);
    started()();
    expect([written(), readFileSync(left, 'utf8')]).toEqual([before, `${living} ${boot}`]);
    writeFileSync(left, `${ended} another-boot`);
    started()();
    expect([written(), existsSync(left)]).toEqual([before, false]);
  });

  it('leaves what somebody else has set since', () => {
    inForce('never');
    const stop = started();
    inForce('always');
    const before = written();
    stop();
    expect([written(), existsSync(left)]).toEqual([before, false]);
  });

  it('does without where there is no such setting', () => {
    joinPages(home, new AbortController().signal, join(folder, 'none'));
    expect(existsSync(left)).toBe(false);
  });
});
