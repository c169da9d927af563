import { logsHistogram } from '#contracts/logs.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { CountedHistogram } from '#web/ui/CountedHistogram.tsx';
import { logs as words } from '#web/words/logs.ts';
import { LOGS, type LogsView } from './view.ts';

const STACKS = [
  { name: 'TRACE', tone: 'neutral' },
  { name: 'DEBUG', tone: 'success' },
  { name: 'INFO', tone: 'info' },
  { name: 'WARN', tone: 'warning' },
  { name: 'ERROR', tone: 'danger' },
  { name: 'FATAL', tone: 'solid' },
] as const;

interface Props {
  readonly view: LogsView;
  /** The address cannot be asked for. */
  readonly unusable: boolean;
  readonly onView: (view: LogsView) => void;
}

/** The list over time, by level. */
export const LogsHistogram = ({ view, unusable, onView }: Props) => {
  const options = { ...keepRows, staleTime: 0, enabled: !unusable };
  const { data, error } = useCall(logsHistogram, { query: LOGS.asked(view) }, options);
  return (
    <CountedHistogram
      words={words.histogram}
      stacks={STACKS}
      counted={unusable ? undefined : data?.data}
      isFailed={error !== null}
      onRange={(range) => onView(LOGS.written({ ...LOGS.draft(view), ...range }))}
    />
  );
};
