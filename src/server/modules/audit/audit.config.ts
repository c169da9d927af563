import type { Configuration, Setting } from '../configuration/configuration.service.ts';

const FIRST_DAYS = 90;

export const AUDIT_SETTINGS: readonly Setting[] = [
  {
    key: 'AUDIT_DAYS',
    value: String(FIRST_DAYS),
    description: 'How many days audited requests are kept, at least 1. Counts of requests are kept for 400 days.',
  },
];

/** Days that audited requests are kept; what is no whole number from 1 means the first value. */
export const auditDaysOf = (configuration: Configuration) => (): number => {
  const days = Number(configuration.text('AUDIT_DAYS').trim());
  return Number.isInteger(days) && days >= 1 ? days : FIRST_DAYS;
};
