import { afterEach, expect, it, vi } from 'vitest';
import { SETTINGS_CHANGED } from '#server/modules/configuration/configuration.events.ts';
import { keptLog } from '#test/support/log.ts';
import { onEvents } from './events.ts';

afterEach(() => void vi.useRealTimers());

/** Settings that cannot be read for some times, on a bus that hears everything or has lost its connection. */
const changing = async (failures: number, isCurrent: boolean) => {
  vi.useFakeTimers();
  const handlers: (() => void)[] = [];
  const log = keptLog();
  const ignore = () => {};
  let tries = 0;
  onEvents(
    {
      on: ({ name }, handle) => void (name === SETTINGS_CHANGED.name && handlers.push(handle)),
      isCurrent: () => isCurrent,
    },
    {
      sessions: { invalidate: ignore },
      tokens: { invalidate: ignore },
      answers: { clear: ignore },
      search: { invalidate: ignore },
      carousels: { invalidate: ignore },
      stats: { invalidate: ignore, changed: ignore },
      realtime: { recheck: ignore },
      streams: { changed: ignore, recheck: ignore },
      delivery: null,
      replicas: null,
      configuration: {
        reload: async () => {
          if (++tries <= failures) throw new Error('away');
        },
      },
      packageLevels: { reload: async () => {} },
      tasks: { look: ignore, tell: ignore },
      news: ignore,
      log,
    },
  );
  for (const handle of handlers) handle();
  await vi.advanceTimersByTimeAsync(10_000);
  return { tries, lines: log.lines };
};

it('settings that could not be read are read a second later, which is told once', async () => {
  expect(await changing(3, true)).toEqual({
    tries: 4,
    lines: ['error the settings could not be read again; it is tried again', 'warn the settings were read again'],
  });
});

it('while the bus is away its return is waited for', async () => {
  expect((await changing(3, false)).tries).toBe(1);
});
