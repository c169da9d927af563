/**
 * From "it is slow" to the client who makes it so, at size: node bench/who.ts [--rows 10000000] [--folder DIR] [--filled]
 * So many audited requests of days before, and a client who asks as fast as it can, mostly refused by its quota. Then the
 * calls that the screens make at each click of an administrator, as the product answers them over HTTP while that client
 * goes on (kept: 4 clicks at most, 30 s for all calls together; the client is the first of its list, and is let in no more
 * afterwards). With --filled the folder holds the rows already and stays.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fillBoth, PASSWORD, signIn } from './filled.ts';
import { type Product, startProduct } from './import-product.ts';
import { openLoad } from './load.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    folder: { type: 'string', default: tmpdir() },
    filled: { type: 'boolean', default: false },
    abuse: { type: 'string', default: '10' },
  },
});
const MOST_CLICKS = 4;
const MOST_MS = 30_000;
const QUOTA = 10_000;
const CONNECTIONS = 8;
const DAY_MS = 86_400_000;
/** What the abusing client asks for. */
const ASKED = '/api/v1/movie/tt0068646';
/** For as long as an administrator may look. */
const GOING_ON_MS = 60_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Asking {
  readonly product: Product;
  readonly session: string;
}

interface Call {
  readonly path: string;
  readonly body?: object;
}

/** The calls of a screen, side by side as a browser makes them: their answers, and ms until the last one. */
const screen = async ({ product, session }: Asking, calls: readonly Call[]) => {
  const began = performance.now();
  const answers = await Promise.all(
    calls.map(async ({ path, body }) => {
      const from = performance.now();
      const answer = await fetch(`${product.origin}${path}`, {
        headers: { authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'PUT', body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { readonly data: unknown };
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      say(`    ${path.split('?')[0]?.padEnd(32)} ${(performance.now() - from).toFixed(0).padStart(6)} ms`);
      return data;
    }),
  );
  return { answers, took: performance.now() - began };
};

/** What an administrator does, click by click; answers the token that was disabled. */
const findAndDisable = async (asking: Asking): Promise<{ idToken: number; clicks: number; took: number }> => {
  let clicks = 0;
  let took = 0;
  const click = async (what: string, calls: readonly Call[]): Promise<readonly unknown[]> => {
    say(`  ${clicks === 0 ? 'opens' : `click ${clicks}:`} ${what}`);
    clicks += 1;
    const shown = await screen(asking, calls);
    took += shown.took;
    return shown.answers;
  };
  const day = `startDate=${new Date(Date.now() - DAY_MS).toISOString()}`;
  await click('the dashboard', [{ path: '/api/admin/dashboard' }]);
  await click('the requests of the last 24 hours', [
    { path: `/api/admin/audit?regs=20&${day}` },
    { path: `/api/admin/audit/histogram?${day}` },
  ]);
  const [clients] = await click('who asks most', [{ path: `/api/admin/audit/clients?order=requests&${day}` }]);
  const idToken = (clients as { readonly tokens: readonly { readonly idToken: number }[] }).tokens[0]?.idToken ?? 0;
  await click('disable the first token', []);
  await click('yes, disable it', [{ path: '/api/admin/user', body: { token: String(idToken), isValid: 0 } }]);
  return { idToken, clicks: clicks - 1, took };
};

const work = options.filled ? options.folder : mkdtempSync(join(options.folder, 'kinodex-bench-who-'));
chmodSync(work, 0o711);
try {
  if (!options.filled) await fillBoth(work, { logs: 0, total: Number(options.rows), say });
  process.env.KINODEX_ADMIN_PASSWORD = PASSWORD;
  const product = await startProduct(work);
  try {
    const create = ['token', 'create', '--email', 'abuser@example.org', '--requests', String(QUOTA)];
    const token = (await product.command(create)).trim();
    const headers = { authorization: `Bearer ${token}` };
    const target = { port: Number(new URL(product.origin).port), path: ASKED, headers };
    const load = await openLoad(target, CONNECTIONS);
    const { count, wrong } = await load.run(Number(options.abuse) * 1_000);
    say(`the client: ${count} requests in ${options.abuse} s, ${wrong} refused; it goes on`);
    const session = await signIn(product);
    const going = load.run(GOING_ON_MS).catch(() => null);
    const { idToken, clicks, took } = await findAndDisable({ product, session });
    await pause(1_000);
    const { status } = await fetch(`${product.origin}${ASKED}`, { headers });
    load.close();
    await going;
    const right = status === 401 && clicks <= MOST_CLICKS && took <= MOST_MS;
    say(
      `token ${idToken} is disabled and answered ${status}: ${clicks} clicks, ${(took / 1_000).toFixed(2)} s of calls, at most ${MOST_CLICKS} and ${MOST_MS / 1_000} s: ${right ? 'holds' : 'MISSED'}`,
    );
    if (!right) process.exitCode = 1;
    say(`load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  } finally {
    await product.stop();
  }
} finally {
  if (!options.filled) rmSync(work, { recursive: true, force: true });
}
