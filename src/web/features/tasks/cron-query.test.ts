import { expect, it } from 'vitest';
import { cronQuery, partsOf } from './cron-query.ts';

it('only bounds that there are are sent', () => {
  const bounds = { cronStartupDate: '', cronShutdownDate: '2026-12-31', cronStartupTime: '', cronShutdownTime: '' };
  expect(cronQuery({ expression: ' @daily ', ...bounds })).toEqual({
    expression: '@daily',
    cronShutdownDate: '2026-12-31',
  });
});

it('six parts are six fields, five begin with the minute, and a macro has none', () => {
  expect(partsOf('0 */15 * * * MON').map(([unit, part]) => `${unit} ${part}`)).toEqual([
    'second 0',
    'minute */15',
    'hour *',
    'dayOfMonth *',
    'month *',
    'dayOfWeek MON',
  ]);
  expect(partsOf('5 4 * * *')[0]).toEqual(['minute', '5']);
  expect([partsOf('@daily'), partsOf(''), partsOf('0 0')]).toEqual([[], [], []]);
});
