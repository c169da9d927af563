import { count } from '#web/lib/numbers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** From here on more exact words would promise too much. */
const LONG = 72 * HOUR;

/** Tasks in progress, and the runs of a task. */
export const runs = {
  running: 'running',
  live: {
    title: 'Tasks in progress',
    list: 'Tasks in progress',
    clear: 'Clear',
    clearHint: 'Takes away what has finished, was cancelled or ended in an error',
    removing: 'Removing tasks',
    automatically: 'automatically',
    manually: 'manually',
    removingHint: 'Automatically: every 30 seconds what has ended goes',
    toList: 'All tasks',
    none: 'Nothing is running',
    noneMore: 'Tasks appear here as soon as they run.',
    updated: 'Updated',
    totalUnknown: 'How many there are is not known',
    took: 'took',
    elapsed: 'running for',
    history: 'Runs',
    historyOf: (name: string) => `Runs of ${name}`,
    cancel: 'Cancel',
    cancelOf: (name: string) => `Cancel ${name}`,
    cancelling: 'It was told to end',
    ended: (name: string, status: string) => `${name}: ${status}`,
    cut: (moment: string) => `The connection is cut, and is being made again. This is how things stood at ${moment}.`,
    cutAtOnce: 'There is no live connection yet. It is being made; until then the list is read every few seconds.',
    again: 'Connected again. What was missed has been read.',
  },
  history: {
    title: 'Runs',
    of: 'Runs of',
    task: 'Task',
    edit: 'Edit the task',
    live: 'Tasks in progress',
    table: 'Runs',
    filter: 'Filter runs',
    status: 'Status',
    any: 'Any',
    wrongStatus: (names: string) => `Status must be one of ${names}`,
    wrongTask: 'The address names no task.',
    toList: 'All tasks',
    none: 'No data',
    noneYet: 'It has not run yet.',
    noneFiltered: 'No run matches. Take the filter away.',
    columns: {
      run: 'RUN',
      asked: 'ASKED',
      reason: 'REASON',
      by: 'BY',
      slot: 'SLOT',
      status: 'STATUS',
      duration: 'DURATION',
      processed: 'PROCESSED',
      error: 'ERROR',
    },
    reasons: { CRON: 'Schedule', MANUAL: 'By hand', PARENT: 'After its parent', PRODUCT: 'By the product' },
    took: (time: string) => `took ${time}`,
    processed: (count: string) => `${count} processed`,
    chart: (runs: string) => `How long the last ${runs} of this list took, the newest at the end`,
    typical: (half: string, most: string) => `Half of them within ${half}, 95 of 100 within ${most}`,
    arguments: 'Arguments',
    started: 'Started',
    ended: 'Ended',
    linesPages: (run: number) => `Pages of the log of run ${run}`,
    one: (run: number) => `Run ${run}`,
    inLog: 'Its lines in the log of the service',
    notHere: 'It is not on this page of the list.',
  },
  rate: (perSecond: number): string => {
    if (perSecond >= 1) {
      const tenths = Math.round(perSecond * 10) / 10;
      return `${tenths >= 10 ? count(Math.round(perSecond)) : tenths}/s`;
    }
    const perMinute = perSecond * MINUTE;
    return perMinute >= 1 ? `${Math.round(perMinute)}/min` : `${Math.ceil(perSecond * HOUR)}/h`;
  },
  left: (seconds: number): string => {
    if (seconds > LONG) return 'more than 3 days left';
    const [fives, minutes, tens] = [
      Math.ceil(seconds / 5) * 5,
      Math.round(seconds / MINUTE),
      Math.round(seconds / 600),
    ];
    if (fives < MINUTE) return `about ${Math.max(5, fives)} s left`;
    if (minutes < 58) return `about ${Math.max(1, minutes)} min left`;
    const hours = Math.floor(tens / 6);
    if (hours >= 10) return `about ${Math.round(seconds / HOUR)} h left`;
    return tens % 6 === 0 ? `about ${hours} h left` : `about ${hours} h ${(tens % 6) * 10} min left`;
  },
  log: {
    of: (name: string) => `Log of ${name}`,
    none: 'No messages',
    all: 'Show all',
    less: 'Show less',
    search: 'Search the log',
    some: (found: string, of: string) => `${found} of ${of} lines`,
    noneFound: 'No line holds this.',
    follow: 'To the newest line',
    copy: 'log',
    download: 'Download log',
  },
} as const;
