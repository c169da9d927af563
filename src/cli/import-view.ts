import { type ImportProgress, type ImportReport, placeOf } from '#server/modules/catalog/import/report.ts';

interface Output {
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

const grouped = (n: number): string => Math.round(n).toLocaleString('en');

const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  return whole < 3600
    ? `${Math.floor(whole / 60)}:${two(whole % 60)}`
    : `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
};

const barOf = (share: number): string => {
  const full = Math.round(Math.min(1, share) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`;
};

/** One line that says how far an import is, by the seconds that all reading has taken, or this step of the merge. */
export const progressLine = (progress: ImportProgress, seconds: number): string => {
  if (progress.phase === 'merge') {
    return `${barOf(progress.done / progress.steps)}  2/2 merging: ${progress.step}  ${duration(seconds)}`;
  }
  const { file, allLines, bytes, allBytes } = progress;
  const settled = seconds >= SETTLED;
  const rate = settled ? `${grouped(allLines / seconds)} rows/s` : '';
  if (allBytes === null) return `1/2 reading ${file}  ${grouped(allLines)} rows  ${rate}`.trimEnd();
  const left = bytes > 0 && settled ? `${duration((seconds / bytes) * (allBytes - bytes))} left` : '';
  return `${barOf(bytes / allBytes)}  1/2 reading ${file}  ${grouped(allLines)} rows  ${rate}  ${left}`.trimEnd();
};

/** What is timed: all the reading as one, and each step of the merge. */
const clockOf = (progress: ImportProgress): string => (progress.phase === 'merge' ? `merge ${progress.step}` : 'read');

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
export const createProgress = (out: Output, now: () => number = () => performance.now(), tick: Tick = ticking) => {
  const every = out.isTTY ? TERMINAL_EVERY : LINES_EVERY;
  let last: ImportProgress | null = null;
  let began = 0;
  let told = Number.NEGATIVE_INFINITY;
  const show = (): void => {
    if (last === null) return;
    told = now();
    const line = progressLine(last, (told - began) / 1000);
    out.write(out.isTTY ? `${CLEAR}${line.slice(0, (out.columns || WIDE) - 1)}` : `${line}\n`);
  };
  const stop = tick(() => {
    if (now() - told >= (out.isTTY ? SECOND : LINES_EVERY)) show();
  }, SECOND);
  return {
    tell: (progress: ImportProgress): void => {
      const isSame = last !== null && clockOf(progress) === clockOf(last);
      if (!isSame) began = now();
      last = progress;
      if (isSame && progress.phase === 'read' && now() - told < every) return;
      show();
    },
    end: (): void => {
      stop();
      if (out.isTTY && last !== null) out.write(CLEAR);
    },
  };
};

const HEADER = ['file', 'rows read', 'new', 'changed', 'unchanged', 'skipped', 'orphans', 'seconds'];
const SHOWN_PROBLEMS = 20;
const CREW_NOTE =
  'title.crew: a row names several people; new, changed, unchanged and orphans count people, without those in title.principals.';

/** The closing table, what became of the records, and the first lines that were skipped. */
export const renderReport = ({ files, problems, same, titles, people, seconds }: ImportReport): string => {
  const rows = files.map((file) => [
    file.name,
    ...[file.read, file.added, file.changed, file.unchanged, file.skipped, file.orphans].map(grouped),
    file.seconds.toFixed(1),
  ]);
  const widths = HEADER.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const table = [HEADER, ...rows].map((row) =>
    row.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  '),
  );
  const skipped = problems.slice(0, SHOWN_PROBLEMS).map((each) => `${placeOf(each)}: ${each.reason}`);
  const outcome = same
    ? 'The files are those of the last import and nothing has changed since: nothing was written.'
    : `titles: ${grouped(titles.added)} new, ${grouped(titles.changed)} changed, ${grouped(titles.deleted)} deleted; ` +
      `people: ${grouped(people.added)} new, ${grouped(people.changed)} changed`;
  const lines = [
    ...table,
    ...(files.some(({ name }) => name === 'title.crew') ? [CREW_NOTE] : []),
    ...(skipped.length > 0 ? ['', 'skipped:', ...skipped] : []),
    '',
    `${outcome} (${seconds.toFixed(1)} s)`,
  ];
  return `${lines.join('\n')}\n`;
};
