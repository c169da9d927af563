import type { cron } from '#contracts/cron.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import type { Bounds } from './window.ts';

export interface CronAsked extends Bounds {
  readonly expression: string;
}

/** What the server is asked of a schedule; an empty bound is none. */
export const cronQuery = ({ expression, ...bounds }: CronAsked): Input<typeof cron>['query'] => ({
  expression: expression.trim(),
  ...Object.fromEntries(Object.entries(bounds).filter(([, text]) => text !== '')),
});

/** The parts of an expression under the names of its fields; empty for a macro, and for what has another number of them. */
export const partsOf = (expression: string): readonly (readonly [CronUnit, string])[] => {
  const parts = expression.trim().split(/\s+/);
  const units = parts.length === UNITS.length - 1 ? UNITS.slice(1) : UNITS;
  return parts.length === units.length ? units.map((unit, at) => [unit, parts[at] ?? ''] as const) : [];
};

export const UNITS = ['second', 'minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
export type CronUnit = (typeof UNITS)[number];
