export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 24;
const TERMINAL_EVERY = 100;
const LINES_EVERY = 5_000;
const SECOND = 1_000;
const WIDE = 1_000;
/** Seconds before which a rate says nothing. */
const SETTLED = 0.5;
const CLEAR = '\r\u001b[K';

export const grouped = (n: number): string => Math.round(n).toLocaleString('en');

export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  return whole < 3600
    ? `${Math.floor(whole / 60)}:${two(whole % 60)}`
    : `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
};

export const barOf = (share: number): string => {
  const full = Math.round(Math.min(1, share) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`;
};

/** How progress of some work is told. */
export interface Telling<Progress> {
  /** The line, by the seconds that what it tells of has taken. */
  readonly line: (progress: Progress, seconds: number) => string;
  /** What is timed as one. */
  readonly clock: (progress: Progress) => string;
  /** Comes so often that not each is shown. */
  readonly isFrequent: (progress: Progress) => boolean;
}

/** Calls `work` every so many milliseconds until it is told to stop. */
export type Tick = (work: () => void, ms: number) => () => void;

const ticking: Tick = (work, ms) => {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
};

/**
 * Shows progress: a bar that renews itself in a terminal, otherwise a plain line now and then. It goes on telling the time
 * while a step says nothing.
 */
export const progressOn = <Progress>(
  out: Output,
  { line: lineOf, clock, isFrequent }: Telling<Progress>,
  now: () => number = () => performance.now(),
  tick: Tick = ticking,
) => {
  const every = out.isTTY ? TERMINAL_EVERY : LINES_EVERY;
  let last: Progress | null = null;
  let began = 0;
  let told = Number.NEGATIVE_INFINITY;
  const show = (): void => {
    if (last === null) return;
    told = now();
    const line = lineOf(last, (told - began) / SECOND);
    out.write(out.isTTY ? `${CLEAR}${line.slice(0, (out.columns || WIDE) - 1)}` : `${line}\n`);
  };
  const stop = tick(() => {
    if (now() - told >= (out.isTTY ? SECOND : LINES_EVERY)) show();
  }, SECOND);
  return {
    tell: (progress: Progress): void => {
      const isSame = last !== null && clock(progress) === clock(last);
      if (!isSame) began = now();
      last = progress;
      if (isSame && isFrequent(progress) && now() - told < every) return;
      show();
    },
    end: (): void => {
      stop();
      if (out.isTTY && last !== null) out.write(CLEAR);
    },
  };
};

/** Whether a rate can be told after so many seconds. */
export const hasRate = (seconds: number): boolean => seconds >= SETTLED;

/** Work that is so many of all done. */
export interface Count {
  readonly file: string;
  readonly done: number;
  readonly all: number;
}

/** One line of counted work: a bar, how many, how fast, and how long it will take. */
export const countLine = ({ file, done, all }: Count, seconds: number): string => {
  const rate = hasRate(seconds) ? `  ${grouped(done / seconds)}/s` : '';
  const left = hasRate(seconds) && done > 0 ? `  ${duration((seconds / done) * (all - done))} left` : '';
  return `${barOf(all === 0 ? 1 : done / all)}  ${file}  ${grouped(done)} of ${grouped(all)}${rate}${left}`;
};

export const COUNTED: Telling<Count> = { line: countLine, clock: ({ file }) => file, isFrequent: () => true };
