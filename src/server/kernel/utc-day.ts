/** The UTC day of a moment: yyyy-mm-dd. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);
