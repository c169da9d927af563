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

/** The share of the processors that others may use on a quiet machine. */
const BUSY = 0.2;

export interface Seen extends Verdict {
  readonly scenario: string;
  /** `void`: it needs a quiet machine and was not held, while others kept it busy. */
  readonly outcome: 'held' | 'NOT HELD' | 'void';
}

export const seenAs = (verdict: Verdict, scenario: string, busy: number): Seen => {
  const late = verdict.needsQuiet && busy > BUSY ? 'void' : 'NOT HELD';
  return { ...verdict, scenario, outcome: verdict.held ? 'held' : late };
};

/** What was seen alike, together. */
const merged = (verdicts: readonly Seen[]): readonly (readonly [Seen, string])[] => {
  const groups = Map.groupBy(verdicts, ({ figure, wanted, outcome }) => `${figure}|${wanted}|${outcome}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    const names = group.map(({ scenario }) => scenario);
    return one ? [[one, names.length > 3 ? `${names.length} scenarios` : names.join(', ')] as const] : [];
  });
};

/**
 * The promises in a table, and whether each that was looked at is held and each file that holds one is there. The last line
 * names those of which no scenario showed anything.
 */
export const table = (verdicts: readonly Seen[]): { readonly lines: readonly string[]; readonly held: boolean } => {
  const lines: string[] = [];
  const unseen: string[] = [];
  let held = verdicts.every(({ outcome }) => outcome === 'held');
  for (const { id, what, by = [] } of PROMISES) {
    lines.push(`${id.padEnd(4)} ${what}`);
    const own = merged(verdicts.filter(({ promise }) => promise === id));
    for (const [{ outcome, figure, wanted }, where] of own)
      lines.push(`       ${outcome.padEnd(8)} ${figure}, wanted ${wanted} (${where})`);
    for (const file of by) {
      const isThere = existsSync(join(ROOT, file));
      held &&= isThere;
      lines.push(`       ${isThere ? 'by      ' : 'GONE    '} ${file}`);
    }
    if (own.length > 0) continue;
    unseen.push(id);
    lines.push('       not looked at in this run');
  }
  const isVoid = verdicts.some(({ outcome }) => outcome === 'void');
  if (isVoid) lines.push('void: others kept the machine busy, so it says nothing; let it do nothing else.');
  const rest = unseen.length > 0 ? `; not looked at: ${unseen.join(', ')}` : '';
  lines.push(`${held ? 'all held' : 'NOT ALL HELD'}${rest}`);
  return { lines, held };
};
