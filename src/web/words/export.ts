import { count, counted } from '#web/lib/numbers.ts';

/** Lists as files. */
export const exporting = {
  button: 'Export',
  formats: { csv: 'CSV, for spreadsheets', jsonl: 'JSON lines, for programs' },
  rows: (rows: number, isMore: boolean) =>
    rows === 1 && !isMore ? 'The one row that matches' : `All ${counted(rows, 'row', isMore)} that match`,
  every: 'All rows that match',
  nothing: 'Nothing to export: the list is empty.',
  unusable: 'Nothing to export: the filters cannot be used.',
  begins: 'Exporting …',
  progress: (rows: number, of: number | null, bytes: string) =>
    `${count(rows)}${of === null ? '' : ` / ${count(Math.max(of, rows))}`} rows · ${bytes}`,
  stop: 'stop',
  stopped: 'The export was stopped; nothing was saved.',
  left: 'The export was stopped, since its page was left; nothing was saved.',
  done: (name: string, rows: number) => `${name} has ${counted(rows, 'row')}.`,
  broken: (rows: number) => `The file broke off after ${counted(rows, 'row')}; nothing was saved.`,
  again: 'Try again',
  tooLarge: (most: string) =>
    `The file is larger than ${most}, which this browser cannot take here; nothing was saved. Take fewer rows, or another browser over HTTPS.`,
  notWritten: 'The file could not be written to the disk; nothing was saved.',
} as const;
