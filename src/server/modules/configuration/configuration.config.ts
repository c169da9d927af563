import type { Setting } from './configuration.store.ts';

/** Settings that pages follow. */
export const FRONT_SETTINGS: readonly Setting[] = [
  {
    key: 'USER_REQUESTS_DAYS',
    description: 'How many days back the token page shows requests.',
    value: '30',
  },
  {
    key: 'FRONT_REFRESH_INTERVAL_LOG',
    description: 'Seconds between two refreshes of the log page, until its reader chooses others.',
    value: '10',
  },
  {
    key: 'FRONT_CONTACT_EMAIL',
    description: 'The mail address behind Contact on the landing page: put yours here. Empty: the link is not shown.',
    value: 'contact@kinodex.local',
  },
];
