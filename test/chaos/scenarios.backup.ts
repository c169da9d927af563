import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '#server/app/backup.ts';
import { runCommand } from '../../bench/import-product.ts';
import { worst } from './figures.ts';
import { atMost, type Scenario } from './scenario.ts';

type Tables = Awaited<ReturnType<typeof tablesOf>>;

/** The tables of a backup with their checksums, each of which is compared with what the file holds. */
const tablesOf = async (file: string) =>
  (await checkBackup({ file, tell: () => {}, signal: new AbortController().signal })).manifest.tables;

const rowsOf = (tables: Tables): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Rows of the tables of which one has another checksum than the other, or which the other does not have. */
const differing = (one: Tables, other: Tables): number => {
  const sums = new Map(other.map(({ name, sha256 }) => [name, sha256]));
  return rowsOf(one.filter(({ name, sha256 }) => sums.get(name) !== sha256));
};

export const backup: Scenario = {
  name: 'backup',
  what: 'a backup while everybody asks, restored to an empty database, and a backup of that',
  seconds: [20, 20],
  perSecond: 20,
  run: async ({ stack, note }) => {
    const { primary, home, command } = stack;
    const files = [join(home, 'first.tar'), join(home, 'second.tar')] as const;
    const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const began = performance.now();
      await work();
      note(name, performance.now() - began);
    };
    await primary.query('create database restored');
    const elsewhere = {
      ...{ PATH: process.env.PATH, HOME: '/', KINODEX_DATA: join(home, 'restored') },
      DATABASE_URL: primary.url.replace(/[^/]+$/, 'restored'),
    };
    try {
      await timed('backup in ms', () => command('backup', files[0]));
      await timed('restored in ms', () => runCommand(['restore', files[0]], elsewhere));
      await runCommand(['backup', files[1]], elsewhere);
      const [first, restored] = [await tablesOf(files[0]), await tablesOf(files[1])];
      note('rows', rowsOf(first));
      note('rows that differ', differing(first, restored) + differing(restored, first));
    } finally {
      await primary.query('drop database restored with (force)');
      for (const file of files) rmSync(file, { force: true });
    }
  },
  judge: (figures) => {
    const rows = worst(figures, 'rows');
    return [
      {
        ...atMost('R16', `of ${rows} rows in tables that differ once restored`, worst(figures, 'rows that differ'), 0),
        held: rows > 0 && worst(figures, 'rows that differ') === 0,
      },
      atMost('R16', 'for a backup', worst(figures, 'backup in ms'), 30_000, ' ms'),
      atMost('R16', 'to restore it', worst(figures, 'restored in ms'), 30_000, ' ms'),
    ];
  },
};
