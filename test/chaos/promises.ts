import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './scenario.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** What the product promises, and which tests and benchmarks hold a promise beside or in place of a scenario. */
export const PROMISES: readonly {
  readonly id: string;
  readonly what: string;
  readonly by?: readonly string[];
}[] = [
  {
    id: 'R1',
    what: 'what was acknowledged is stored',
    by: ['test/embedded.test.ts', 'test/acceptance/running.test.ts'],
  },
  {
    id: 'R2',
    what: 'payments, tokens and roles survive a loss of power',
    by: ['src/server/platform/db/embedded.test.ts'],
  },
  {
    id: 'R3',
    what: 'one writer for a data folder',
    by: ['test/embedded.test.ts', 'src/server/platform/db/place.db.test.ts'],
  },
  { id: 'R4', what: 'in service again soon' },
  { id: 'R5', what: 'a full disk is an error, not a hang', by: ['src/server/platform/db/embedded.test.ts'] },
  { id: 'R6', what: 'an outage of the database', by: ['src/server/platform/db/away.test.ts'] },
  { id: 'R7', what: 'a slot of a task runs once', by: ['bench/slots.ts', 'src/server/modules/tasks/slots.db.test.ts'] },
  { id: 'R8', what: 'runs of nodes that are gone are ended', by: ['src/server/modules/tasks/engine.db.test.ts'] },
  { id: 'R9', what: 'who was given up writes nothing any more', by: ['src/server/modules/tasks/engine.db.test.ts'] },
  { id: 'R10', what: 'every answered request is audited', by: ['test/acceptance/nodes.test.ts'] },
  {
    id: 'R11',
    what: 'quotas are exact',
    by: ['test/acceptance/nodes.test.ts', 'src/server/modules/quota/quota.model.db.test.ts'],
  },
  {
    id: 'R12',
    what: 'money is taken once',
    by: ['test/acceptance/payments.kill.test.ts', 'src/server/modules/billing/model.db.test.ts'],
  },
  { id: 'R13', what: 'a stop and a rolling restart fail nobody', by: ['test/acceptance/stop.test.ts'] },
  { id: 'R14', what: 'clocks that jump', by: ['bench/jumps.ts'] },
  { id: 'R15', what: 'migrations survive a crash', by: ['src/server/platform/db/migrate.db.test.ts'] },
  { id: 'R16', what: 'backup and restore', by: ['bench/backup.ts', 'test/acceptance/backup.test.ts'] },
  {
    id: 'R17',
    what: 'lost updates are refused',
    by: ['src/server/modules/plans/offer.db.test.ts', 'src/server/modules/tasks/tasks.db.test.ts'],
  },
  { id: 'R18', what: 'no slow leak' },
  { id: 'R19', what: 'Redis may be lost', by: ['src/server/modules/quota/quota.redis.db.test.ts'] },
  { id: 'R20', what: 'nodes know of each other in time', by: ['test/acceptance/nodes.test.ts'] },
];

/** The promises in a table, and whether each that was looked at is held and each file that holds one is there. */
export const table = (
  verdicts: readonly (Verdict & { readonly scenario: string })[],
): { readonly lines: readonly string[]; readonly held: boolean } => {
  const lines: string[] = [];
  let held = true;
  for (const { id, what, by = [] } of PROMISES) {
    lines.push(`${id.padEnd(4)} ${what}`);
    const own = verdicts.filter(({ promise }) => promise === id);
    const merged = new Map<string, typeof own>();
    for (const one of own) {
      const key = `${one.figure}|${one.wanted}|${one.held}`;
      merged.set(key, [...(merged.get(key) ?? []), one]);
    }
    for (const [one, ...more] of merged.values()) {
      if (!one) continue;
      held &&= one.held;
      const where =
        more.length > 2 ? `${more.length + 1} scenarios` : [one, ...more].map(({ scenario }) => scenario).join(', ');
      lines.push(`       ${one.held ? 'held    ' : 'NOT HELD'} ${one.figure}, wanted ${one.wanted} (${where})`);
    }
    for (const file of by) {
      const isThere = existsSync(join(ROOT, file));
      held &&= isThere;
      lines.push(`       ${isThere ? 'by      ' : 'GONE    '} ${file}`);
    }
    if (own.length === 0 && by.length === 0) lines.push('       not looked at in this run');
  }
  lines.push(held ? 'all held' : 'NOT ALL HELD');
  return { lines, held };
};
