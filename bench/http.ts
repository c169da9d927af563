/**
 * How much of a bare server's speed is left for a title. Every figure is the median of ratios of two servers that are
 * measured in turns of two seconds, so that a machine whose speed changes is no help to either; ends with 1 when one of them
 * is below its gate.
 * `node bench/http.ts [--rounds 3] [--only cold] [--profile folder]`: how often both are started anew, the comparisons
 * whose name holds the word, and where the product's processes leave their CPU profiles.
 */
import { TITLE_PART_NAMES } from '#contracts/catalog.ts';
import type { Database } from '#server/platform/db/database.ts';
import { compare } from './compare.ts';
import { type Contender, POOL_SIZE, type Started, startContender } from './http-contender.ts';
import { FULL_TITLE, TITLE_ROW, TITLE_ROW_AS_JSON } from './http-sql.ts';
import { onSample } from './sample.ts';
import { CONNECTIONS, type Side, SLICE } from './turns.ts';

const TITLE = '/api/v1/movie/tt0068646';
const FULL = `${TITLE}?include=all`;

/** Every part by itself, on a server that keeps no answers: at most two statements each. */
const countStatements = async (cold: Started, headers: Record<string, string>): Promise<boolean> => {
  const paths = [TITLE, FULL, ...TITLE_PART_NAMES.map((part) => `${TITLE}/${part}`)];
  let most = 0;
  for (const path of paths) {
    const before = await cold.stats();
    const answer = await fetch(`http://127.0.0.1:${cold.port}${path}`, { headers });
    await answer.arrayBuffer();
    most = Math.max(most, (await cold.stats()).statements - before.statements);
  }
  console.log(
    `\nSQL statements a request, ${paths.length} addresses: at most ${most} (gate 2: ${most <= 2 ? 'holds' : 'MISSED'})`,
  );
  return most <= 2;
};

const run = async ({ connection }: Database, token: string): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${token}` };
  const hot = { as: 'product', connection, cached: true, audit: true } as const;
  const cold = { ...hot, cached: false } as const;
  const rawPg = (query: typeof TITLE_ROW): Contender => ({ as: 'raw-pg', connection, query });
  const server = await startContender(cold);
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}${TITLE}`, { headers });
    const body = await answer.text();
    const etag = answer.headers.get('ETag') ?? '';
    console.log(
      `the title: ${Buffer.byteLength(body)} bytes; ${CONNECTIONS} connections, turns of ${SLICE} ms, pools of ${POOL_SIZE}`,
    );

    const title: Side = { name: 'hot title', is: hot, path: TITLE, headers };
    const coldTitle: Side = { name: 'cold title', is: cold, path: TITLE, headers };
    const checks = [
      await countStatements(server, headers),
      await compare('hot title', { name: 'bare node:http', is: { as: 'bare', body }, path: TITLE }, title, 0.5),
      await compare(
        'hot title, audited',
        { name: 'not audited', is: { ...hot, audit: false }, path: TITLE, headers },
        title,
        0.9,
      ),
      await compare(
        'unchanged title',
        title,
        { name: '304', is: hot, path: TITLE, headers: { ...headers, 'If-None-Match': etag }, status: 304 },
        1,
      ),
      await compare(
        'cold title',
        { name: 'bare node:http and pg', is: rawPg(TITLE_ROW), path: TITLE },
        coldTitle,
        0.75,
      ),
      await compare(
        'cold title, JSON by PostgreSQL on both sides',
        { name: 'bare node:http and pg', is: rawPg(TITLE_ROW_AS_JSON), path: TITLE },
        coldTitle,
        null,
      ),
      await compare(
        'cold title with all parts',
        { name: 'bare node:http and one statement', is: rawPg(FULL_TITLE), path: FULL },
        { name: 'cold title with all parts', is: cold, path: FULL, headers },
        null,
      ),
    ];
    return checks.every(Boolean);
  } finally {
    server.stop();
  }
};

await onSample(run);
