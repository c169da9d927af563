/** A next update before the last one, or before now, is overdue (red); any other is planned (green). */
export const nextUpdateTone = (updateDate: string, lastUpdate: string, now: number): 'danger' | 'success' => {
  const next = Date.parse(updateDate);
  return next < Date.parse(lastUpdate) || next < now ? 'danger' : 'success';
};

/** Whole years from one date to another, both as precise as known; null where a year is not. */
export const yearsBetween = (from: string | null, to: string): number | null => {
  const [year, month, day] = (from ?? '').split('-').map(Number);
  const [toYear, toMonth, toDay] = to.split('-').map(Number);
  // Where one of them is only a year, nobody knows whether the birthday had come.
  if (!year || !month || !day || !toYear || !toMonth || !toDay) return null;
  const before = toMonth < month || (toMonth === month && toDay < day);
  return toYear - year - (before ? 1 : 0);
};
