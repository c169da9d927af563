import { isEmail } from '#contracts/email.ts';
import { TASK_TYPES } from '#contracts/task-types.ts';
import { some, typed, whole } from './form.rules.ts';
import type { Setting } from './reader.rules.ts';

/** How many days back a user sees requests. */
const REQUESTS_DAYS = { min: 1, max: 3650 } as const;

/** Settings that pages follow. */
export const FRONT_SETTINGS: readonly Setting[] = [
  {
    key: 'USER_REQUESTS_DAYS',
    description: 'How many days back the token page shows requests.',
    value: '30',
    takes: whole(REQUESTS_DAYS),
  },
  {
    key: 'FRONT_REFRESH_INTERVAL_LOG',
    description: 'Seconds between two refreshes of the log page, until its reader chooses others.',
    value: '10',
    takes: whole({ min: 1, max: 3600 }),
  },
  {
    key: 'FRONT_TASK_TYPES',
    description: 'The types that the form of a task offers, separated by semicolons.',
    value: TASK_TYPES.join(';'),
    takes: some(TASK_TYPES),
  },
  {
    key: 'FRONT_CONTACT_EMAIL',
    description: 'The mail address behind Contact on the landing page: put yours here. Empty: the link is not shown.',
    value: 'contact@kinodex.local',
    takes: typed('an email address, or nothing', (text) =>
      text.trim() === '' || isEmail(text.trim()) ? text.trim() : null,
    ),
  },
];
