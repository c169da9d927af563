import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAMS } from '#test/support/replica.ts';
import { worst } from './figures.ts';
import { atMost, type Scenario } from './scenario.ts';
import { LAUNCHER, servedBy } from './stack.ts';

/** Ms from the start of a migration after which it is killed: in all of its steps, over some tries. */
const [EARLIEST, LATEST] = [400, 2_400];

/** What a database consists of, line by line, without what no two dumps share. */
const schemaOf = (url: string): readonly string[] =>
  execFileSync(join(PROGRAMS ?? '', 'pg_dump'), ['--schema-only', '--no-owner', url], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !/^\\(un)?restrict /.test(line));

export const migrations: Scenario = {
  name: 'migrations',
  what: 'kill -9 of a migration of an empty database, again and again, until one comes to its end',
  seconds: [60, 20],
  perSecond: 5,
  run: async ({ stack, short, note }) => {
    const { primary, home } = stack;
    const urlOf = (name: string): string => primary.url.replace(/[^/]+$/, name);
    const envOf = (name: string) => ({
      PATH: process.env.PATH,
      HOME: '/',
      KINODEX_DATA: home,
      DATABASE_URL: urlOf(name),
    });
    const migrate = (name: string) =>
      spawn(process.execPath, [LAUNCHER, 'migrate'], { env: envOf(name), stdio: 'ignore' });
    const toItsEnd = async (name: string): Promise<void> => {
      const [code] = await once(migrate(name), 'exit');
      if (code !== 0) throw new Error(`the migration of ${name} ended with ${code}`);
    };
    for (const name of ['clean', 'killed']) await primary.query(`create database ${name}`);
    await toItsEnd('clean');
    let cut = 0;
    for (let n = 0; n < (short ? 4 : 20); n += 1) {
      const child = migrate('killed');
      const gone = once(child, 'exit');
      await Promise.race([gone, pause(EARLIEST + Math.random() * (LATEST - EARLIEST))]);
      const serving = child.exitCode === null ? servedBy(child.pid) : undefined;
      if (serving !== undefined) {
        process.kill(serving, 'SIGKILL');
        cut += 1;
      }
      await gone;
    }
    await toItsEnd('killed');
    const [clean, killed] = [schemaOf(urlOf('clean')), schemaOf(urlOf('killed'))];
    const differs = (one: readonly string[], other: readonly string[]): number => {
      const there = new Set(other);
      return one.filter((line) => !there.has(line)).length;
    };
    note('migrations killed', cut);
    note('lines of the schema', clean.length);
    note('lines that differ', differs(clean, killed) + differs(killed, clean) + Math.abs(clean.length - killed.length));
    for (const name of ['clean', 'killed']) await primary.query(`drop database ${name}`);
  },
  judge: (figures) => [
    atMost('R15', 'lines of a schema that differ after killed migrations', worst(figures, 'lines that differ'), 0),
  ],
};
