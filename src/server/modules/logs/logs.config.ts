import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

const DAYS = { min: 1, max: 36_500 } as const;

export const LOGS_SETTINGS: readonly Setting[] = [
  {
    key: 'LOGS_DAYS',
    value: '30',
    description:
      'How many days lines of the log, and runs of tasks with what they said, are kept, at least 1; of each task 20 runs are always.',
    takes: whole(DAYS),
  },
];

/** Days that lines of the log and runs of tasks are kept. */
export const logsDaysOf = (configuration: Configuration) => (): number => configuration.number('LOGS_DAYS');
