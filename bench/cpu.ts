import { readdirSync, readFileSync } from 'node:fs';

/** Of a second; what /proc counts in. */
const TICKS = 100;

/** Processor seconds of a process, with those of its children that have ended where `ended` says so. */
export const cpuOf = (pid: number, ended = false): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return (user + system + (ended ? endedUser + endedSystem : 0)) / TICKS;
};

/** The processes that a process has started and that run. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
