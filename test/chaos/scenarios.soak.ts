import { setTimeout as pause } from 'node:timers/promises';
import type { Held } from './inspector.ts';
import { atMost, type Scenario } from './scenario.ts';

/** KB a minute that a node may grow by, once it has everything. */
const MOST = 1_024;
/** Sockets, timers and the like that a node may have more: those of what it is asked for just then. */
const MOST_HANDLES = 20;
const MINUTE = 60_000;
/** Minutes until a node has everything, and from then to the end, of a full run and of a short one. */
const FULL = [10, 20] as const;
const SHORT = [3, 4] as const;
const NODES = ['a', 'b', 'worker'] as const;
type Name = (typeof NODES)[number];

const growthOf = (node: Name): string => `KB a minute more of ${node}`;
const handlesOf = (node: Name): string => `handles more of ${node}`;

/** Nothing happens, for long: what nodes hold after a collection, once they have everything and at the end. Only where it is named. */
export const soak: Scenario = {
  name: 'soak',
  what: 'nothing fails for half an hour: what a node grows by',
  seconds: [1_800, 420],
  onlyNamed: true,
  run: async ({ stack, note, short }) => {
    const lasting = async (minutes: number): Promise<ReadonlyMap<Name, Held>> => {
      for (let n = 0; n < minutes; n += 1) {
        await pause(MINUTE);
        for (const node of NODES) note(`MB of ${node}, each minute`, stack[node].memory());
      }
      const all = new Map<Name, Held>();
      for (const node of NODES) {
        const held = await stack[node].held();
        all.set(node, held);
        note(`MB of ${node} after a collection`, held.memory);
        note(`MB of JavaScript of ${node} after a collection`, held.heap);
      }
      return all;
    };
    const [settling, minutes] = short ? SHORT : FULL;
    const before = await lasting(settling);
    const after = await lasting(minutes);
    // The answers that are kept fill their room in the first ten minutes: a short run can look at JavaScript alone.
    const grows = short ? 'heap' : 'memory';
    for (const node of NODES) {
      const more = (what: keyof Held): number => (after.get(node)?.[what] ?? 0) - (before.get(node)?.[what] ?? 0);
      note(growthOf(node), (more(grows) * 1024) / minutes);
      note(handlesOf(node), more('handles'));
    }
  },
  judge: ({ own }) => {
    const seen = (name: string): number => own.get(name)?.[0] ?? Number.NaN;
    return NODES.flatMap((node) => [
      atMost('R18', growthOf(node), seen(growthOf(node)), MOST),
      atMost('R18', handlesOf(node), seen(handlesOf(node)), MOST_HANDLES),
    ]);
  },
};
