import type { Setting } from '../configuration/configuration.service.ts';
import type { Form } from '../configuration/form.rules.ts';

const RATE: Form = { words: 'a number from 0 on', fits: (text) => /^\d{1,6}(?:\.\d{1,3})?$/.test(text.trim()) };

export const QUOTA_SETTINGS: readonly Setting[] = [
  {
    key: 'API_BURST_TOKEN',
    value: '0',
    description: 'Requests a second that one API token may make; 0: any number.',
    takes: RATE,
  },
  {
    key: 'API_BURST_ADDRESS',
    value: '0',
    description: 'Requests a second that may come from one network address with API tokens; 0: any number.',
    takes: RATE,
  },
];
