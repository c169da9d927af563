import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '#test/support/cli.ts';
import type { Figures } from './figures.ts';
import { collect } from './inspector.ts';
import { soak } from './scenarios.soak.ts';

/** What the soak calls growth. */

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

it('counts no memory that nobody can reach any more, and every handle that is open', async () => {
  const port = await freePort();
  const program = `globalThis.kept = Array.from({ length: 4e6 }, Math.random);
    let garbage = Array.from({ length: 8e6 }, Math.random); garbage = null;
    for (let n = 0; n < 3; n += 1) setInterval(() => {}, 1e6);
    console.log(process.memoryUsage().heapUsed / 2 ** 20);`;
  child = spawn(process.execPath, [`--inspect-port=127.0.0.1:${port}`, '-e', program]);
  const [told] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
  const held = await collect(child.pid as number, port);
  expect(held.heap).toBeGreaterThan(25);
  expect(held.heap).toBeLessThan(Number(told) / 2);
  expect(held.memory).toBeGreaterThan(held.heap);
  expect(held.handles).toBeGreaterThanOrEqual(3);
  // It may be looked at again.
  expect((await collect(child.pid as number, port)).heap).toBeCloseTo(held.heap, -1);
});

it('does not hold what grows, or was not seen', () => {
  const judged = (own: Figures['own']): readonly boolean[] => soak.judge({ own } as Figures).map(({ held }) => held);
  const all = (growth: number, handles: number): Figures['own'] =>
    new Map(
      ['a', 'b', 'worker'].flatMap((node) => [
        [`KB a minute more of ${node}`, [growth]],
        [`handles more of ${node}`, [handles]],
      ]),
    );
  expect(judged(all(1_000, 20))).toEqual(Array(6).fill(true));
  expect(judged(all(1_100, 21))).toEqual(Array(6).fill(false));
  expect(judged(new Map())).toEqual(Array(6).fill(false));
});
