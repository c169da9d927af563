/**
 * What it costs to be told a title in a language: the same title without and with `language=de`, which has a name and a plot
 * in it, asked in turns of two seconds, kept ready and not; ends with 1 when a ratio is below its gate.
 * `node bench/languages.ts [--rounds 3] [--only hot] [--profile folder]`: as bench/http.ts.
 */
import type { Database } from '#server/platform/db/database.ts';
import { compare } from './compare.ts';
import { onSample } from './sample.ts';
import type { Side } from './turns.ts';

const HOT_GATE = 0.9;
const PLOT = {
  ...{ plot: 'Ein Mafiaboss sucht einen Nachfolger.', languageCode: 'de', page: 'Der Pate (Film)', revision: 1 },
  ...{ pageUrl: 'https://de.wikipedia.example/wiki/Der_Pate', licence: 'CC BY-SA 4.0', shortened: true },
};

const run = async (db: Database, token: string): Promise<boolean> => {
  await db.query(
    `insert into title_list (title_id, part, items) values (68646, 'plots', $1::jsonb)
      on conflict (title_id, part) do update set items = excluded.items`,
    [JSON.stringify([PLOT])],
  );
  const { connection } = db;
  const headers = { Authorization: `Bearer ${token}` };
  const asked = (cached: boolean, query = ''): Side => ({
    name: query === '' ? 'without a language' : query,
    is: { as: 'product', connection, cached, audit: true },
    path: `/api/v1/movie/tt0068646${query}`,
    headers,
  });
  const checks = [
    await compare('hot title in a language against none', asked(true), asked(true, '?language=de'), HOT_GATE),
    await compare('cold title in a language against none', asked(false), asked(false, '?language=de'), null),
  ];
  return checks.every(Boolean);
};

await onSample(run);
