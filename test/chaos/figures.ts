import type { AuditFigures, Kill, MoneyFigures, TaskFigures } from './books.ts';
import type { Seen } from './client.ts';

/** All that one scenario has shown. */
export interface Figures {
  readonly scenario: string;
  readonly seconds: number;
  readonly sent: number;
  readonly seen: readonly Seen[];
  readonly kills: readonly Kill[];
  /** Calls without the wanted answer, by what came instead. */
  readonly failed: ReadonlyMap<string, number>;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Answers that were granted of limited days, the limits of those days, and what was granted beyond one. */
  readonly granted: number;
  readonly limit: number;
  readonly over: number;
  readonly audit: AuditFigures;
  readonly tasks: TaskFigures;
  readonly money: MoneyFigures;
  readonly lostEdits: number;
  /** Processes that have ended without being told to. */
  readonly exits: number;
  /** The share of the processors that others used meanwhile. */
  readonly busy: number;
  /** MB, of the largest web node. */
  readonly memory: number;
  /** What the scenario has measured by itself, in ms unless it is called otherwise. */
  readonly own: ReadonlyMap<string, readonly number[]>;
}

/** How classes end that were told to come again. */
const TOLD = ' with Retry-After';

const classOf = ({ kind, status, why, retryAfter }: Seen): string => {
  if (status === 0) return `no answer (${why})`;
  if (why !== undefined) return `balancer (${why})`;
  if (retryAfter) return `${status}${TOLD}`;
  return `${status} of ${kind}`;
};

export const failedBy = (seen: readonly Seen[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const one of seen) if (!one.expected) counts.set(classOf(one), (counts.get(classOf(one)) ?? 0) + 1);
  return counts;
};

export const failures = ({ failed }: Pick<Figures, 'failed'>): number =>
  [...failed.values()].reduce((sum, count) => sum + count, 0);

/** Failed calls but for those that were told to come again. */
export const untold = ({ failed }: Pick<Figures, 'failed'>): number =>
  [...failed].reduce((sum, [name, count]) => sum + (name.endsWith(TOLD) ? 0 : count), 0);

export const worst = (figures: Figures, name: string): number => Math.max(0, ...(figures.own.get(name) ?? []));

/** Lines for people. */
export const tell = (figures: Figures): readonly string[] => {
  const { failed, audit, tasks, money, own } = figures;
  const longest = figures.seen.toSorted((one, other) => other.ms - one.ms)[0];
  const classes = [...failed].map(([name, count]) => `${count} ${name}`).join(', ');
  const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return [
    `  ${figures.sent} sent in ${figures.seconds.toFixed(0)} s, ${failures(figures)} failed${classes && `: ${classes}`}`,
    `  p50 ${ms(figures.p50)}, p99 ${ms(figures.p99)}, slowest ${ms(figures.slowest)} (${longest?.status} of ${longest?.kind}); largest node ${figures.memory.toFixed(0)} MB, ${figures.exits} ended by themselves; others used ${Math.round(figures.busy * 100)} % of the processors`,
    `  quota: ${figures.granted} granted of ${figures.limit}, ${figures.over} beyond; audit: ${audit.answered} answered, ${audit.missing} missing, ${audit.inWindow} in the moment before a kill, ${audit.onItsWay} on their way then, ${audit.double} double`,
    `  tasks: ${tasks.runs} runs, ${tasks.twice} twice, ${tasks.lost} lost, ${tasks.missed} counted as missed, ${tasks.open} left open; payments: ${money.begun} begun, ${money.doubled} doubled, ${money.lost} lost; ${figures.lostEdits} edits lost`,
    ...[...own].map(([name, values]) => `  ${name}: ${values.map((value) => Math.round(value)).join(', ')}`),
  ];
};
