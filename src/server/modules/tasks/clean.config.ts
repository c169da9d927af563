import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

const DAYS = { min: 1, max: 36_500 } as const;

export const LOGS_SETTINGS: readonly Setting[] = [
  {
    key: 'LOGS_DAYS',
    value: '30',
    description: 'How many days the runs of tasks and what they said are kept, at least 1; of each task 20 are always.',
    takes: whole(DAYS),
  },
];

/** Days that runs of tasks are kept. */
export const logsDaysOf = (configuration: Configuration) => (): number => configuration.number('LOGS_DAYS', DAYS);
