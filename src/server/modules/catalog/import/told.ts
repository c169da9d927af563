import type { RunContext } from '#server/platform/tasks/type.ts';
import type { ImdbImport, ImportAsk } from './import.service.ts';
import type { FileReport, ImportProgress, ImportReport } from './report.ts';

/** About how much of the time of an import goes into reading; the rest is the merge. */
const READING = 0.2;

const grouped = (n: number): string => Math.round(n).toLocaleString('en');

/** What became of the records. */
export const outcomeOf = ({ same, titles, people, seconds }: ImportReport): string => {
  const outcome = same
    ? 'The files are those of the last import and nothing has changed since: nothing was written.'
    : `titles: ${grouped(titles.added)} new, ${grouped(titles.changed)} changed, ${grouped(titles.deleted)} deleted; ` +
      `people: ${grouped(people.added)} new, ${grouped(people.changed)} changed`;
  return `${outcome} (${seconds.toFixed(1)} s)`;
};

const fileLine = ({ name, read, added, changed, unchanged, skipped, orphans, seconds }: FileReport): string =>
  `${name}: ${grouped(read)} rows read, ${grouped(added)} new, ${grouped(changed)} changed, ${grouped(unchanged)} unchanged, ` +
  `${grouped(skipped)} skipped, ${grouped(orphans)} orphans (${seconds.toFixed(1)} s)`;

/** How far an import is, in packed bytes; its merge counts as so many more. Where a server does not say how many, in rows. */
const measured = (progress: RunContext['progress']) => {
  let last: Extract<ImportProgress, { phase: 'read' }> | null = null;
  return (now: ImportProgress | 'done'): void => {
    if (now !== 'done' && now.phase === 'read') last = now;
    const { allBytes = null, bytes = 0, allLines = 0 } = last ?? {};
    if (allBytes === null) {
      progress(allLines);
      return;
    }
    const total = Math.ceil(allBytes / READING);
    const merged = now === 'done' ? 1 : now.phase === 'merge' ? now.merged : 0;
    const read = now === 'done' ? allBytes : Math.min(bytes, allBytes);
    progress(read + Math.floor((total - allBytes) * merged), total);
  };
};

/** Says when the next file or the next step of the merge begins. */
const steps = (log: RunContext['log']) => {
  let said = '';
  return (now: ImportProgress): void => {
    const step = now.phase === 'merge' ? `Merging: ${now.step}.` : `Reading ${now.file}.`;
    if (step !== said) log(step);
    said = step;
  };
};

/** Imports for a run of a task: tells how far it is, and in the end the closing table. Throws what the import does. */
export const importForRun = async (
  { run }: ImdbImport,
  ask: Omit<ImportAsk, 'signal' | 'onProgress'>,
  { signal, progress, log }: RunContext,
): Promise<void> => {
  const [measure, say] = [measured(progress), steps(log)];
  const report = await run({
    ...ask,
    signal,
    onProgress: (now) => {
      measure(now);
      say(now);
    },
  });
  measure('done');
  for (const file of report.files) log(fileLine(file));
  log(outcomeOf(report));
};
