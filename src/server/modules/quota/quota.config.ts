import type { Setting } from '../configuration/configuration.service.ts';
import { rate } from '../configuration/form.rules.ts';

export const QUOTA_SETTINGS: readonly Setting[] = [
  {
    key: 'API_BURST_TOKEN',
    value: '0',
    description: 'Requests a second that one API token may make; 0: any number.',
    takes: rate,
  },
  {
    key: 'API_BURST_ADDRESS',
    value: '0',
    description: 'Requests a second that may come from one network address with API tokens; 0: any number.',
    takes: rate,
  },
];
