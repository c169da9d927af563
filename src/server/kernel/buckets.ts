const MOST_BUCKETS = 60;
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** Seconds that a bucket may be long; what is longer is so many times thirty days. */
const LENGTHS = [
  ...[1, 5, 15, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY],
];
const LONGEST = 30 * DAY;

/** The shortest length of which so many seconds are 60 at most, also where the first begins before them. */
const lengthOf = (seconds: number): number =>
  LENGTHS.find((length) => seconds / length < MOST_BUCKETS) ??
  Math.ceil(seconds / (MOST_BUCKETS - 1) / LONGEST) * LONGEST;

const iso = (second: number): string => new Date(second * 1_000).toISOString();

/** A stretch of time in milliseconds since 1970: what happened from here on, and before `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether `from` is where the search begins; else there was more than is looked through at once. */
  readonly isWhole: boolean;
}

/**
 * A span in at most 60 buckets of one length, which begin where the search does (milliseconds since 1970, or nothing said): a
 * day that begins at somebody's midnight has their hours.
 */
export const bucketsOf = ({ from, to, isWhole }: Span, searched?: number) => {
  const end = Math.ceil(to / 1_000);
  const counted = isWhole ? Math.floor(from / 1_000) : Math.ceil(from / 1_000);
  const seconds = lengthOf(end - counted);
  const origin = searched === undefined ? 0 : Math.floor(searched / 1_000);
  // A bucket of which a part is not counted would be too low.
  const places = (counted - origin) / seconds;
  const start = origin + (isWhole ? Math.floor(places) : Math.ceil(places)) * seconds;
  const many = to > from ? Math.max(0, Math.ceil((end - start) / seconds)) : 0;
  const spans = many > 0;
  return {
    head: { startDate: spans ? iso(start) : null, endDate: spans ? iso(end) : null, seconds, isWhole },
    /** Where each begins. */
    dates: Array.from({ length: many }, (_, at) => iso(start + at * seconds)),
    /** The bucket of a second since 1970; there may be none. */
    placeOf: (second: number): number => Math.floor((second - start) / seconds),
  };
};
