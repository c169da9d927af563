import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

export const WEBHOOK_SETTINGS: readonly Setting[] = [
  {
    key: 'WEBHOOKS_USER',
    value: '10',
    takes: whole({ min: 0, max: 1000 }),
    description: 'Webhooks that a user may have; 0: no new ones are made.',
  },
  {
    key: 'WEBHOOKS_DAYS',
    value: '30',
    takes: whole({ min: 4, max: 3650 }),
    description: 'Days that the deliveries of webhooks are kept in their logs.',
  },
];

export const webhookLimitsOf = (configuration: Pick<Configuration, 'number'>) => ({
  most: (): number => configuration.number('WEBHOOKS_USER'),
  days: (): number => configuration.number('WEBHOOKS_DAYS'),
});
