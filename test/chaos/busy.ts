import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Ticks of the kernel's accounting in a second. */
const TICKS = 100;
const SAMPLE_MS = 1_000;

interface Usage {
  readonly parent: number;
  /** Ticks of processor time that it has used. */
  readonly ticks: number;
}

const usages = (): ReadonlyMap<number, Usage> => {
  const found = new Map<number, Usage>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name, which may hold anything, ends with the last bracket.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      found.set(Number(pid), { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
};

const isOurs = (all: ReadonlyMap<number, Usage>, pid: number): boolean => {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
};

/**
 * Which share of the machine's processors others use from now on, from 0 to 1: what is measured meanwhile says little of
 * the product when it is large.
 */
export const watchOthers = (): { readonly stop: () => number } => {
  const began = performance.now();
  let before = usages();
  let ticks = 0;
  const sample = (): void => {
    const all = usages();
    for (const [pid, { ticks: now }] of all)
      if (!isOurs(all, pid)) ticks += Math.max(0, now - (before.get(pid)?.ticks ?? 0));
    before = all;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      sample();
      const seconds = (performance.now() - began) / 1_000;
      return Math.min(1, ticks / TICKS / seconds / cpus().length);
    },
  };
};
