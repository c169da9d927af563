import { useLiveState } from '#web/lib/live.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import kit from '#web/ui/kit.module.css';
import { runs } from '#web/words/runs.ts';

/** How many tasks are running, beside what leads to them; nothing while that is none, or nobody can say. */
export const RunningCount = ({ running }: { readonly running: number }) => {
  const { state } = useLiveState();
  if (running === 0 || state === 'Offline') return null;
  return (
    <span data-part="running">
      <CountBadge value={running} /> <span className={kit.hidden}>{runs.running}</span>
    </span>
  );
};
