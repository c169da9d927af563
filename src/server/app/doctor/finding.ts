import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#server/kernel/problem.ts';

export interface Finding {
  readonly check: string;
  /** `warning`: the product serves, and somebody should look at it. */
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly what: string;
  /** How to mend it; empty where nothing is to be mended. */
  readonly mend: string;
}

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what, mend: '' });
export const warning = (check: string, what: string, mend: string): Finding => ({
  ...{ check, state: 'warning', what, mend },
});
export const wrong = (check: string, what: string, mend: string): Finding => ({ check, state: 'wrong', what, mend });

/** The line of a Problem says what is wrong first, and then what to do. */
export const ofProblem = (check: string, { message }: Error): Finding => {
  const at = message.includes('; ') ? message.indexOf('; ') : message.lastIndexOf(': ');
  return at < 0
    ? wrong(check, message, 'correct the setting')
    : wrong(check, message.slice(0, at), message.slice(at + 2));
};

export interface Check {
  readonly name: string;
  /** Ms. */
  readonly patience: number;
  /** What to do where it does not end in time. */
  readonly late: string;
  /** Its silence is no more than a warning. */
  readonly isMinor?: boolean;
  readonly look: (signal: AbortSignal) => Promise<readonly Finding[]>;
  /** What is known of errors of its kind: a Problem where the operator can mend it. */
  readonly explain?: (error: unknown) => unknown;
}

const examine = async ({
  name,
  patience,
  late,
  look,
  explain,
  isMinor = false,
}: Check): Promise<readonly Finding[]> => {
  const over = new AbortController();
  const silence = pause(patience, null, { signal: over.signal }).then(() => [
    (isMinor ? warning : wrong)(name, `no answer within ${patience / 1_000} s`, late),
  ]);
  const end = new AbortController();
  const looked = (async () => look(end.signal))().catch((error: unknown) => {
    const known = explain?.(error) ?? error;
    if (known instanceof Problem) return [ofProblem(name, known)];
    return [wrong(name, `cannot be looked at (${known instanceof Error ? known.name : 'error'})`, late)];
  });
  try {
    return await Promise.race([looked, silence]);
  } finally {
    end.abort(new Error('late'));
    over.abort();
    silence.catch(() => {});
  }
};

/** All at the same time; none holds up the others, or takes longer than its patience. */
export const examineAll = async (checks: readonly Check[]): Promise<readonly Finding[]> =>
  (await Promise.all(checks.map(examine))).flat();
