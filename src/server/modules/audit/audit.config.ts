import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

/** What is shown of an account's usage reaches back a year. */
const FIRST_COUNT_DAYS = 400;
const FIRST_DAYS = 90;
const DAYS = { min: 1, max: 36_500 } as const;

export const AUDIT_SETTINGS: readonly Setting[] = [
  {
    key: 'AUDIT_DAYS',
    value: String(FIRST_DAYS),
    description: 'How many days audited requests are kept, at least 1.',
    takes: whole(DAYS),
  },
  {
    key: 'COUNTS_DAYS',
    value: String(FIRST_COUNT_DAYS),
    description: 'How many days the counts of requests are kept, at least 1; users see no more of them.',
    takes: whole(DAYS),
  },
];

/** Days that counts of requests are kept. */
export const countDaysOf = (configuration: Configuration) => (): number => configuration.number('COUNTS_DAYS');

/** Days that audited requests are kept; what is no whole number from 1 means the first value. */
export const auditDaysOf = (configuration: Configuration) => (): number => configuration.number('AUDIT_DAYS');
