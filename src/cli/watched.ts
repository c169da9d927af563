import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { progressOn, type Telling } from './progress.ts';

interface Watch<Progress> {
  readonly tell: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Work that shows how far it is, and that a signal ends; `left` says how it leaves things then. Prints what it answers. */
export const watched = async <Progress>(
  telling: Telling<Progress>,
  left: string,
  work: (watch: Watch<Progress>) => Promise<string>,
): Promise<void> => {
  const stop = new AbortController();
  const forget = onInterrupt(() => stop.abort(new Error('interrupted')));
  const progress = progressOn(process.stderr, telling);
  try {
    const told = await work({ tell: progress.tell, signal: stop.signal }).finally(progress.end);
    process.stdout.write(told);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.stderr.write(`Interrupted; ${left}.\n`);
    process.exitCode = INTERRUPTED;
  } finally {
    forget();
  }
};
