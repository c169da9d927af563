import { expect, it } from 'vitest';
import { windowOf } from './window.ts';

const NONE = { cronStartupDate: '', cronShutdownDate: '', cronStartupTime: '', cronShutdownTime: '' };

it.each([
  [{}, 'It may fire at any time.'],
  [{ cronStartupTime: '08:00', cronShutdownTime: '20:00:00' }, 'It may fire every day, from 08:00 to 20:00.'],
  [
    { cronStartupTime: '22:00', cronShutdownTime: '06:00:30' },
    'It may fire every day, from 22:00 over midnight to 06:00:30.',
  ],
  [{ cronStartupTime: '22:00' }, 'It may fire every day, from 22:00 to the end of the day.'],
  [{ cronShutdownTime: '06:00' }, 'It may fire every day, from the beginning of the day to 06:00.'],
  [{ cronStartupDate: '2026-01-01' }, 'It may fire from 2026-01-01 on.'],
  [
    { cronShutdownDate: '2026-12-31', cronStartupTime: '08:00' },
    'It may fire until 2026-12-31, from 08:00 to the end of the day.',
  ],
  [{ cronStartupDate: '2026-01-01', cronShutdownDate: '2026-12-31' }, 'It may fire from 2026-01-01 until 2026-12-31.'],
])('%j: %s', (bounds, said) => {
  expect(windowOf({ ...NONE, ...bounds })).toBe(said);
});
