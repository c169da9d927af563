import type { Cron } from '#contracts/cron.api.ts';
import { readCron, taskCronProblem } from '#server/kernel/cron/cron.ts';
import { isTimeZone } from '#server/kernel/cron/zone.ts';
import { invalid } from '#server/kernel/failure.ts';
import { boundsSent, dayProblems } from './definition.rules.ts';

interface CronAsked {
  readonly expression: string;
  /** A moment, ISO 8601. */
  readonly from?: string;
  readonly timeZone?: string;
  readonly count?: number;
  readonly cronStartupDate?: string;
  readonly cronShutdownDate?: string;
  readonly cronStartupTime?: string;
  readonly cronShutdownTime?: string;
}

interface CronReaderOptions {
  /** Where tasks are scheduled. */
  readonly timeZone: string;
  readonly now: () => Date;
}

/** Years of fewer digits are others to a Date. */
const FIRST = new Date('1900-01-01T00:00:00Z');
/** What ISO 8601 tells with four digits of a year. */
const LAST = new Date('9999-12-31T23:59:59Z');

/** Says what cron expressions mean, whether or not a task may have them. */
export const createCronReader = ({ timeZone: ours, now }: CronReaderOptions) => ({
  explain: ({ expression, from, timeZone = ours, count = 5, ...sent }: CronAsked): Cron => {
    if (!isTimeZone(timeZone))
      throw invalid('timeZone', `must be a time zone such as Europe/Madrid, not '${timeZone}'`);
    const bounds = boundsSent(sent);
    const [noDay] = dayProblems(bounds);
    if (noDay) throw invalid(noDay.field, noDay.message);
    let at = from === undefined ? now() : new Date(from);
    if (!(at >= FIRST)) throw invalid('from', 'must be a moment of 1900 or later (ISO 8601)');
    const cron = readCron(expression, timeZone, bounds);
    if ('problem' in cron) {
      const { reason, field } = cron.problem;
      return { valid: false, reason, field, words: null, next: [], tooFrequent: false, timeZone };
    }
    const problem = taskCronProblem(expression, timeZone, bounds, at);
    const next: string[] = [];
    for (let slot = cron.next(at); slot !== null && slot <= LAST && next.length < count; slot = cron.next(at)) {
      next.push(slot.toISOString());
      at = slot;
    }
    return {
      valid: true,
      reason: problem?.reason ?? null,
      field: problem?.field ?? null,
      words: cron.words,
      next,
      tooFrequent: problem?.code === 'cron_too_frequent',
      timeZone,
    };
  },
});

export type CronReader = ReturnType<typeof createCronReader>;
