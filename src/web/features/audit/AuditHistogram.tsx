import { useMemo } from 'react';
import { auditHistogram, type AuditHistogram as Counted } from '#contracts/audit.api.ts';
import { lastBefore, localMoment, stamp } from '#web/lib/dates.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import type { Tone } from '#web/lib/status.ts';
import { type Bar, Histogram } from '#web/ui/Histogram.tsx';
import { audit as words } from '#web/words/audit.ts';
import { AUDIT, type AuditView } from './view.ts';

const CLASSES = [
  ['2xx', 'success'],
  ['3xx', 'neutral'],
  ['4xx', 'warning'],
  ['5xx', 'danger'],
] as const satisfies readonly (readonly [string, Tone])[];
const STACKS = CLASSES.map(([name, tone]) => ({ name, tone }));
const NO_BARS: readonly Bar[] = [];

const barsOf = (counted: Counted | undefined): readonly Bar[] =>
  counted?.buckets.map((bucket, at, { [at + 1]: next }) => ({
    from: bucket.date,
    to: next?.date ?? counted.endDate ?? bucket.date,
    counts: CLASSES.map(([name]) => bucket[name]),
  })) ?? NO_BARS;

interface Props {
  readonly view: AuditView;
  /** The address cannot be asked for. */
  readonly unusable: boolean;
  readonly onView: (view: AuditView) => void;
}

/** The list over time; a range that is drawn on it becomes its filter. */
export const AuditHistogram = ({ view, unusable, onView }: Props) => {
  const options = { ...keepRows, staleTime: 0, enabled: !unusable };
  const { data, error } = useCall(auditHistogram, { query: AUDIT.asked(view) }, options);
  const counted = unusable ? undefined : data?.data;
  const bars = useMemo(() => barsOf(counted), [counted]);
  const partly = counted && !counted.isWhole && counted.startDate !== null;
  const note = partly ? words.histogram.newest(stamp(counted.startDate ?? '')) : undefined;
  return (
    <Histogram
      label={words.histogram.label}
      stacks={STACKS}
      bars={bars}
      note={error ? words.histogram.failed : note}
      onRange={(from, to) =>
        onView(AUDIT.written({ ...AUDIT.draft(view), startDate: localMoment(from), endDate: lastBefore(to) }))
      }
    />
  );
};
