import { expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { keptLog } from '#test/support/log.ts';
import { createWanted } from './wanted.service.ts';

it('of many ids that cannot be written one line is told, and one when they can be again', async () => {
  const log = keptLog();
  let away = true;
  let written = 0;
  const query = async () => {
    if (away) throw new Error('away');
    written += 1;
    return { rows: [] };
  };
  const wanted = createWanted({
    db: { query } as unknown as Executor,
    isLow: () => false,
    log,
  });
  const ask = async (): Promise<void> => {
    for (let id = 1; id <= 50; id++) wanted.remember(`tt${id}`, null);
    await wanted.idle();
  };
  await ask();
  await ask();
  expect(log.lines).toEqual(['warn wanted ids are not remembered for now; it is told when they are again']);
  away = false;
  await ask();
  expect([written, log.lines.slice(1)]).toEqual([50, ['warn wanted ids are remembered again']]);
});
