import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { whole } from '../configuration/form.rules.ts';

export const FEED_SETTINGS: readonly Setting[] = [
  {
    key: 'API_STREAMS_TOKEN',
    value: '10',
    takes: whole({ min: 0, max: 100_000 }),
    description: 'Streams of changes (v1/changes/stream) that one API token may have open at a node; 0: none.',
  },
];

export const streamsOf = (configuration: Pick<Configuration, 'number'>) => (): number =>
  configuration.number('API_STREAMS_TOKEN');
