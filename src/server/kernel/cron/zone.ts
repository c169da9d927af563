/** Clock and calendar of a place, as milliseconds since 1970 as if they were UTC. */
export type Local = number;

export interface Zone {
  readonly localOf: (moment: number) => Local;
  /**
   * The first moment at which the place's clock shows that, null when a change of the clock leaves it out. `resume` is the
   * next that it shows for the first time: behind what is left out, or what comes twice.
   */
  readonly momentOf: (local: Local) => { readonly at: number | null; readonly resume: Local };
}

const HOUR = 3_600_000;
/** No clock is further from UTC. */
const FURTHEST = 16 * HOUR;

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const makeZone = (timeZone: string): Zone => {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  /** How far the clock is ahead of UTC. Of whole seconds. */
  const ahead = (moment: number): number => {
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
      clock.format(moment).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - moment;
  };

  /** When the clock changes from what it was, between a moment before the change and one behind it. */
  const change = (low: number, high: number, before: number): number => {
    let [from, to] = [low, high];
    while (to - from > 1000) {
      const middle = Math.floor((from + to) / 2000) * 1000;
      if (ahead(middle) === before) from = middle;
      else to = middle;
    }
    return to;
  };

  return {
    localOf: (moment) => moment + ahead(moment),
    momentOf: (local) => {
      const before = ahead(local - FURTHEST);
      const after = ahead(local + FURTHEST);
      const [earlier, later] = [local - before, local - after];
      if (before === after) return { at: earlier, resume: local + 1000 };
      if (ahead(earlier) === before) {
        const twice = ahead(later) === after;
        return { at: earlier, resume: twice ? change(earlier, later, before) + before : local + 1000 };
      }
      return ahead(later) === after
        ? { at: later, resume: local + 1000 }
        : { at: null, resume: change(later, earlier, before) + after };
    },
  };
};

/** Making one takes longer than hundreds of answers, and a server has one or two. */
const KEPT = 16;
const kept = new Map<string, Zone>();

/** Throws for a time zone that there is not. */
export const zoneOf = (timeZone: string): Zone => {
  const known = kept.get(timeZone);
  if (known) return known;
  const made = makeZone(timeZone);
  if (kept.size >= KEPT) kept.clear();
  kept.set(timeZone, made);
  return made;
};
