import { auditHistogram } from '#contracts/audit.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { CountedHistogram } from '#web/ui/CountedHistogram.tsx';
import { audit as words } from '#web/words/audit.ts';
import { AUDIT, type AuditView } from './view.ts';

const STACKS = [
  { name: '2xx', tone: 'success' },
  { name: '3xx', tone: 'neutral' },
  { name: '4xx', tone: 'warning' },
  { name: '5xx', tone: 'danger' },
] as const;

interface Props {
  readonly view: AuditView;
  /** The address cannot be asked for. */
  readonly unusable: boolean;
  readonly onView: (view: AuditView) => void;
}

/** The list over time, by the class of the status. */
export const AuditHistogram = ({ view, unusable, onView }: Props) => {
  const options = { ...keepRows, staleTime: 0, enabled: !unusable };
  const { data, error } = useCall(auditHistogram, { query: AUDIT.asked(view) }, options);
  return (
    <CountedHistogram
      words={words.histogram}
      stacks={STACKS}
      counted={unusable ? undefined : data?.data}
      isFailed={error !== null}
      onRange={(range) => onView(AUDIT.written({ ...AUDIT.draft(view), ...range }))}
    />
  );
};
