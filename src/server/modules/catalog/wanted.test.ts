import { expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { createWanted } from './wanted.service.ts';

it('of many ids that cannot be written one line is told, and one when they can be again', async () => {
  const lines: string[] = [];
  const keep = (_: object, text: string): void => void lines.push(text);
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
    log: { warn: keep, error: keep },
  });
  const ask = async (): Promise<void> => {
    for (let id = 1; id <= 50; id++) wanted.remember(`tt${id}`, null);
    await wanted.idle();
  };
  await ask();
  await ask();
  expect(lines).toEqual(['wanted ids are not remembered for now; it is told when they are again']);
  away = false;
  await ask();
  expect([written, lines.slice(1)]).toEqual([50, ['wanted ids are remembered again']]);
});
