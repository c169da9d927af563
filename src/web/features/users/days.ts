const DAY_MS = 86_400_000;
/** Beyond this many days only those with requests get a bar. */
const MOST_BARS = 100;

/** The UTC day of an instant (ms), yyyy-mm-dd. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that begins a range of `days` days which ends today. */
export const daysBack = (days: number, now: number): string => utcDay(now - (days - 1) * DAY_MS);

export interface DayCount {
  readonly dateOfRequest: string;
  readonly numberOfRequest: number;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** A bar for every day of the range, oldest first, also for days without requests. */
export const dayBars = (rows: readonly DayCount[], start: string, end: string): readonly Bar[] => {
  const counts = new Map(rows.map(({ dateOfRequest, numberOfRequest }) => [dateOfRequest, numberOfRequest]));
  const first = Date.parse(`${start}T00:00:00Z`);
  const days = Math.round((Date.parse(`${end}T00:00:00Z`) - first) / DAY_MS) + 1;
  const labels =
    days <= MOST_BARS
      ? Array.from({ length: days }, (_, at) => utcDay(first + at * DAY_MS))
      : [...counts.keys()].sort();
  return labels.map((label) => ({ label, value: counts.get(label) ?? 0 }));
};

/** A bar for every address, most requests first; at most `most`. */
export const ipBars = (rows: readonly (DayCount & { readonly ip: string })[], most: number): readonly Bar[] => {
  const counts = new Map<string, number>();
  for (const { ip, numberOfRequest } of rows) counts.set(ip, (counts.get(ip) ?? 0) + numberOfRequest);
  return [...counts]
    .map(([label, value]) => ({ label, value }))
    .sort((one, other) => other.value - one.value)
    .slice(0, most);
};
