import { type ImportProgress, type ImportReport, placeOf } from '#server/modules/catalog/import/report.ts';
import { outcomeOf } from '#server/modules/catalog/import/told.ts';
import { barOf, duration, grouped, hasRate, type Output, progressOn, type Tick } from './progress.ts';

/** One line that says how far an import is, by the seconds that all reading has taken, or this step of the merge. */
export const progressLine = (progress: ImportProgress, seconds: number): string => {
  if (progress.phase === 'merge') {
    return `${barOf(progress.merged)}  2/2 merging: ${progress.step}  ${duration(seconds)}`;
  }
  const { file, allLines, bytes, allBytes } = progress;
  const settled = hasRate(seconds);
  const rate = settled ? `${grouped(allLines / seconds)} rows/s` : '';
  if (allBytes === null) return `1/2 reading ${file}  ${grouped(allLines)} rows  ${rate}`.trimEnd();
  const left = bytes > 0 && settled ? `${duration((seconds / bytes) * (allBytes - bytes))} left` : '';
  return `${barOf(bytes / allBytes)}  1/2 reading ${file}  ${grouped(allLines)} rows  ${rate}  ${left}`.trimEnd();
};

/** What is timed: all the reading as one, and each step of the merge. */
const clockOf = (progress: ImportProgress): string => (progress.phase === 'merge' ? `merge ${progress.step}` : 'read');

const IMPORTING = {
  line: progressLine,
  clock: clockOf,
  isFrequent: ({ phase }: ImportProgress) => phase === 'read',
};

/** Shows how far an import is. */
export const createProgress = (out: Output, now?: () => number, tick?: Tick) => progressOn(out, IMPORTING, now, tick);

const HEADER = ['file', 'rows read', 'new', 'changed', 'unchanged', 'skipped', 'orphans', 'seconds'];
const SHOWN_PROBLEMS = 20;
const CREW_NOTE =
  'title.crew: a row names several people; new, changed, unchanged and orphans count people, without those in title.principals.';

/** The closing table, what became of the records, and the first lines that were skipped. */
export const renderReport = (report: ImportReport): string => {
  const { files, problems } = report;
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
  const lines = [
    ...table,
    ...(files.some(({ name }) => name === 'title.crew') ? [CREW_NOTE] : []),
    ...(skipped.length > 0 ? ['', 'skipped:', ...skipped] : []),
    '',
    outcomeOf(report),
  ];
  return `${lines.join('\n')}\n`;
};
