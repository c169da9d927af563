import { useMemo } from 'react';
import { lastBefore, localMoment, stamp } from '#web/lib/dates.ts';
import { type Bar, Histogram, type Stack } from './Histogram.tsx';

/** What the server has counted over time; a bucket has a count by the name of each stack. */
interface Counted<Name extends string> {
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly isWhole: boolean;
  readonly buckets: readonly (Readonly<Record<Name, number>> & { readonly date: string })[];
}

interface Props<Name extends string> {
  readonly words: {
    readonly label: string;
    /** There are more than are counted. */
    readonly newest: (since: string) => string;
    readonly failed: string;
  };
  readonly stacks: readonly (Stack & { readonly name: Name })[];
  readonly counted: Counted<Name> | undefined;
  readonly isFailed: boolean;
  /** The range that was drawn, both within, with the viewer's offset. */
  readonly onRange: (range: { readonly startDate: string; readonly endDate: string }) => void;
}

/** A list over time; a range that is drawn on it becomes its filter. */
export const CountedHistogram = <Name extends string>(props: Props<Name>) => {
  const { words, stacks, counted, isFailed, onRange } = props;
  const bars = useMemo(
    () =>
      counted?.buckets.map(
        (bucket, at, { [at + 1]: next }): Bar => ({
          from: bucket.date,
          to: next?.date ?? counted.endDate ?? bucket.date,
          counts: stacks.map(({ name }) => bucket[name]),
        }),
      ) ?? [],
    [counted, stacks],
  );
  const partly = counted && !counted.isWhole && counted.startDate !== null;
  const note = partly ? words.newest(stamp(counted.startDate ?? '')) : undefined;
  return (
    <Histogram
      label={words.label}
      stacks={stacks}
      bars={bars}
      note={isFailed ? words.failed : note}
      onRange={(from, to) => onRange({ startDate: localMoment(from), endDate: lastBefore(to) })}
    />
  );
};
