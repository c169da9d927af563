import { expect, it } from 'vitest';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import { logsFrom } from './logs.ts';

it('what another service has failed at is told in its words, without a stack of ours', () => {
  const lines: string[] = [];
  const log = logsFrom('error', { onLine: (line) => lines.push(line) })({ module: 'audit', category: 'audit' });
  log.error({ err: new OutboundError('POST http://clickhouse.example:8123', 'network') }, 'requests wait');
  expect(JSON.parse(lines[0] ?? '').err).toEqual({
    type: 'OutboundError',
    message: 'POST http://clickhouse.example:8123: network',
  });
});
