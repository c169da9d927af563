import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAMS } from '#test/support/replica.ts';
import { worst } from './figures.ts';
import { atMost, type Scenario } from './scenario.ts';
import { LAUNCHER, servedBy } from './stack.ts';

/** Tries in which the migration may have come to its end before it was to be killed, for one in which it was killed. */
const MOST_TRIES = 3;

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
    const began = performance.now();
    await toItsEnd('clean');
    const whole = performance.now() - began;
    const wanted = short ? 4 : 20;
    let cut = 0;
    for (let n = 0; cut < wanted && n < wanted * MOST_TRIES; n += 1) {
      const child = migrate('killed');
      const gone = once(child, 'exit');
      // In all of its steps, over some tries.
      await Promise.race([gone, pause(Math.random() * whole)]);
      const serving = child.exitCode === null ? servedBy(child.pid) : undefined;
      if (serving !== undefined) {
        process.kill(serving, 'SIGKILL');
        cut += 1;
      }
      const [code] = await gone;
      // One that came to its end leaves nothing to be killed in.
      if (code !== 0) continue;
      await primary.query('drop database killed');
      await primary.query('create database killed');
    }
    await toItsEnd('killed');
    const [clean, killed] = [schemaOf(urlOf('clean')), schemaOf(urlOf('killed'))];
    const differs = (one: readonly string[], other: readonly string[]): number => {
      const there = new Set(other);
      return one.filter((line) => !there.has(line)).length;
    };
    note('migrations killed', cut);
    note('kills missing', wanted - cut);
    note('lines of the schema', clean.length);
    note('lines that differ', differs(clean, killed) + differs(killed, clean) + Math.abs(clean.length - killed.length));
    for (const name of ['clean', 'killed']) await primary.query(`drop database ${name}`);
  },
  judge: (figures) => [
    atMost('R15', 'kills of migrations that came too late', worst(figures, 'kills missing'), 0),
    atMost('R15', 'lines of a schema that differ after killed migrations', worst(figures, 'lines that differ'), 0),
  ],
};
