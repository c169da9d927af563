export interface CronBounds {
  /** yyyy-MM-dd, both days within. */
  readonly startupDate: string | null;
  readonly shutdownDate: string | null;
  /** HH:mm:ss or HH:mm, both times within. When the startup is the later one, the time goes over midnight. */
  readonly startupTime: string | null;
  readonly shutdownTime: string | null;
}

export type CronField = 'second' | 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';

export interface CronProblem {
  /** For people, such as "hour: 25 is over 23". */
  readonly reason: string;
  readonly field: CronField | null;
  readonly code: 'cron_malformed' | 'cron_too_frequent' | 'cron_never';
}
