import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

const DAYS = { min: 1, max: 36_500 } as const;

export const NOTIFICATION_SETTINGS: readonly Setting[] = [
  {
    key: 'NOTIFICATIONS_DAYS',
    value: '180',
    description: 'How many days notifications are kept, at least 1, read or not, removed or not.',
    takes: whole(DAYS),
  },
];

/** Days that notifications are kept. */
export const notificationDaysOf = (configuration: Configuration) => (): number =>
  configuration.number('NOTIFICATIONS_DAYS');
