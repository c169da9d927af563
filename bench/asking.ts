/** Questions to a product that serves, and how long their answers take. */
import type { Product } from './import-product.ts';
import { percentile } from './load.ts';

/** Asks for an address; fails when the answer is not 200. */
export type Ask = (path: string) => Promise<void>;

/** A token that asks as often as it likes. */
export const tokenOf = async ({ command }: Product): Promise<string> =>
  (await command(['token', 'create', '--email', 'size@example.org', '--requests', '100000000'])).trim();

export const asker =
  ({ origin }: Product, token: string): Ask =>
  async (path) => {
    const answer = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.status} from ${path}`);
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
