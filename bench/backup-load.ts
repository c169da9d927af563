/** People who read and an editor who edits, at an even pace, while something goes on beside them. */
import { setTimeout as pause } from 'node:timers/promises';
import { imdbId } from '#server/kernel/ids.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { signIn } from './filled.ts';
import type { Product } from './import-product.ts';
import { percentile } from './load.ts';

/** Of twenty calls these are one each, the others titles of the embedded catalogue in turns. */
const SEARCHES = ['search?q=godfather', 'discover?genre=Drama'];
const TITLES = readSample().titles.map(({ id }) => `movie/${imdbId('movie', id)}`);
const readOf = (n: number): string => SEARCHES[n % 20] ?? TITLES[n % TITLES.length] ?? '';

/** What is edited; its text says how often. */
export const EDITED = 'tt0068646';
const TICK_MS = 50;

interface Kind {
  readonly times: number[];
  readonly failed: string[];
}

export interface Loaded {
  readonly reads: Kind;
  readonly edits: Kind;
  /** Edits that were refused because an import was being merged; nothing of them is kept. */
  readonly refused: number;
  readonly seconds: number;
}

const IMPORT_RUNS = 'import_running';

const bodyOf = async (answer: Response): Promise<{ readonly reason?: string; readonly data?: unknown }> =>
  answer.json() as never;

/** Begins to read so many times a second, each audited, and to edit as often as answers allow, ten times a second at most. */
export const openLoadOn = async (product: Product, perSecond: number) => {
  const token = (
    await product.command(['token', 'create', '--email', 'readers@example.org', '--requests', '1000000'])
  ).trim();
  const session = { authorization: `Bearer ${await signIn(product)}`, 'Content-Type': 'application/json' };
  const url = `${product.origin}/api/admin/imdb/${EDITED}`;
  let now = { reads: { times: [], failed: [] } as Kind, edits: { times: [], failed: [] } as Kind, refused: 0 };
  const edited = { sent: 0, saved: 0 };
  let began = performance.now();
  let going = true;

  const timed = async (of: Kind, call: () => Promise<string | null>): Promise<void> => {
    const from = performance.now();
    const wrong = await call().catch((error: unknown) => String(error));
    of.times.push(performance.now() - from);
    if (wrong !== null) of.failed.push(wrong);
  };
  const read = (n: number) => async (): Promise<string | null> => {
    const answer = await fetch(`${product.origin}/api/v1/${readOf(n)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    return answer.ok ? null : `${answer.status}`;
  };
  const edit = async (): Promise<string | null> => {
    const shown = await bodyOf(await fetch(`${url}/editor?parts=simplePlot`, { headers: session }));
    const { version } = (shown.data as { readonly version: number }[])[0] ?? {};
    edited.sent += 1;
    const body = JSON.stringify({ changes: [{ part: 'simplePlot', version, value: `Edited ${edited.sent} times.` }] });
    const answer = await fetch(url, { method: 'PATCH', headers: session, body });
    const { reason } = await bodyOf(answer);
    if (answer.ok) edited.saved = edited.sent;
    else if (reason === IMPORT_RUNS) now.refused += 1;
    return answer.ok || reason === IMPORT_RUNS ? null : `${answer.status} ${reason}`;
  };
  const reading = (async () => {
    const open = new Set<Promise<void>>();
    const from = performance.now();
    for (let n = 0; going; ) {
      // As many as are due by now: a late tick makes up for it.
      for (; n < ((performance.now() - from) * perSecond) / 1_000; n++) {
        const one = timed(now.reads, read(n)).finally(() => open.delete(one));
        open.add(one);
      }
      await pause(TICK_MS);
    }
    await Promise.all(open);
  })();
  const editing = (async () => {
    for (; going; await pause(2 * TICK_MS)) await timed(now.edits, edit);
  })();

  return {
    edited,
    /** What was answered since the last call of this. */
    take: (): Loaded => {
      const taken = { ...now, seconds: (performance.now() - began) / 1_000 };
      now = { reads: { times: [], failed: [] }, edits: { times: [], failed: [] }, refused: 0 };
      began = performance.now();
      return taken;
    },
    stop: async (): Promise<void> => {
      going = false;
      await Promise.all([reading, editing]);
    },
  };
};

const told = ({ times, failed }: Kind, seconds: number): string =>
  `${(times.length / seconds).toFixed(0)}/s, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, ` +
  `longest ${Math.max(0, ...times).toFixed(0)} ms, ${failed.length} failed${failed[0] ? ` (${failed[0]})` : ''}`;

/** A part of the load in words. */
export const tellLoaded = ({ reads, edits, refused, seconds }: Loaded): string =>
  `reads ${told(reads, seconds)}\n  edits ${told(edits, seconds)}${refused > 0 ? `, ${refused} refused during a merge` : ''}`;
