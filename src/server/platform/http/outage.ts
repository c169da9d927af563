import type { Log } from '../log.ts';

/** How often it is looked whether an outage is over. */
const LOOK_MS = 5_000;

export interface OutageParts {
  readonly log: Log;
  /** Whether what was away answers again. */
  readonly isBack: () => Promise<boolean>;
  readonly schedule?: (work: () => void, ms: number) => void;
  readonly now?: () => number;
}

/**
 * Tells of requests that fail because something they need is away: once when that begins, and once when it answers and none
 * has failed for a while. An outage makes thousands of such requests, and they all say the same.
 */
export const createOutage = ({
  log,
  isBack,
  schedule = (work, ms) => void setTimeout(work, ms).unref(),
  now = Date.now,
}: OutageParts) => {
  let began: number | null = null;
  let failed = 0;
  let lately = 0;

  const look = async (): Promise<void> => {
    const quiet = lately === 0;
    lately = 0;
    const over = quiet && (await isBack().catch(() => false)) && lately === 0;
    if (!over) return lookLater();
    const seconds = Math.round((now() - (began ?? now())) / 1_000);
    log.warn({ failed, seconds }, 'requests are answered again');
    began = null;
    failed = 0;
  };
  const lookLater = (): void => schedule(() => void look(), LOOK_MS);

  /** Counts a request that failed; `details` say which it was, in case it is the first. */
  return (error: unknown, details: object): void => {
    failed += 1;
    lately += 1;
    if (began !== null) return;
    began = now();
    const why = error instanceof Error ? error.message : String(error);
    log.error({ ...details, why }, 'requests cannot be answered for now; it is told when they can again');
    lookLater();
  };
};
