const DAY_MS = 86_400_000;
/** The day that was asked for last: every answer asks for today, which takes half a microsecond to write. */
let last = { day: Number.NaN, text: '' };

/** The UTC day of a moment: yyyy-mm-dd. Throws a RangeError where it is none. */
export const utcDay = (moment: Date): string => {
  const day = Math.floor(moment.getTime() / DAY_MS);
  if (day !== last.day) last = { day, text: moment.toISOString().slice(0, 10) };
  return last.text;
};

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);
