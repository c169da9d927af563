import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

const FIRST_DAYS = 90;
const DAYS = { min: 1, max: 36_500 } as const;

export const AUDIT_SETTINGS: readonly Setting[] = [
  {
    key: 'AUDIT_DAYS',
    value: String(FIRST_DAYS),
    description: 'How many days audited requests are kept, at least 1. Counts of requests are kept for 400 days.',
    takes: whole(DAYS),
  },
];

/** Days that audited requests are kept; what is no whole number from 1 means the first value. */
export const auditDaysOf = (configuration: Configuration) => (): number => configuration.number('AUDIT_DAYS', DAYS);
