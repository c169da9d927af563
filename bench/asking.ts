/** Questions to a product that serves, and how long their answers take. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Product } from './import-product.ts';
import { percentile } from './load.ts';

/** JSON that is posted to an address. */
export interface Post {
  readonly path: string;
  readonly body: string;
}

/** Asks for an address, or posts to one; fails when the answer is not 200. */
export type Ask = (what: string | Post) => Promise<void>;

/** A token that asks as often as it likes. */
export const tokenOf = async ({ command }: Product): Promise<string> =>
  (await command(['token', 'create', '--email', 'size@example.org', '--requests', '100000000'])).trim();

/** Asks by `node:http`: `fetch` alone takes a millisecond of the machine, more than the product does for most answers. */
export const asker = ({ origin }: Product, token: string): Ask => {
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, deflate, br' };
  const posted = { ...headers, 'Content-Type': 'application/json' };
  return async (what) => {
    const { path, body } = typeof what === 'string' ? { path: what, body: undefined } : what;
    const asked = request(
      `${origin}${path}`,
      body === undefined ? { agent, headers } : { agent, method: 'POST', headers: posted },
    );
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} from ${path}`);
  };
};

/** Milliseconds. */
export interface Timed {
  readonly p50: number;
  readonly p99: number;
}

export const timesOf = (times: readonly number[]): Timed => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});

export const told = ({ p50, p99 }: Timed): string => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
