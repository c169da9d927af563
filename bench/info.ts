/**
 * What the log costs a hot answer of the whole product: `node bench/info.ts [--rounds 3]`. In turns, as bench/http.ts has it:
 *   at INFO with the table of lines against no log at all (kept: ≥ 0.97);
 *   for information, with a line for every answer, which is written to standard error and to the table.
 */
import { compare } from './compare.ts';
import { onSample } from './sample.ts';
import type { Side } from './turns.ts';
import type { Logging } from './whole.ts';

const LEAST = 0.97;

await onSample(async ({ connection }, token) => {
  const side = (name: string, logging: Logging): Side => ({
    ...{ name, is: { as: 'whole', connection, logging }, path: '/api/v1/movie/tt0068646' },
    headers: { Authorization: `Bearer ${token}` },
  });
  const none = side('no log', 'nothing');
  const holds = await compare('log at INFO', none, side('INFO, with its table', 'info'), LEAST);
  await compare('a line for every answer', none, side('answers at DEBUG, with its table', 'answers'), null);
  return holds;
});
