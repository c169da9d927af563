import { readFileSync } from 'node:fs';

/** The most memory that this process has had, in bytes; what the system says of a child begins with its parent's. */
export const peakMemory = (): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

/** Watches how much work a turn of the loop is, in ms of the processor: a busy machine makes it no longer. */
export const watchTurns = () => {
  let longest = 0;
  let last = process.threadCpuUsage();
  const watching = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 0);
  return {
    /** The most since the last time somebody asked. */
    longest: (): number => {
      const found = longest;
      longest = 0;
      return found;
    },
    end: (): void => clearInterval(watching),
  };
};
