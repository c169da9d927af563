import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { count } from '#web/lib/numbers.ts';
import { taskBar } from '#web/lib/status.ts';
import { useReducedMotion } from './useReducedMotion.ts';

interface Props {
  /** Whose progress it is, for a screen reader. */
  readonly label: string;
  readonly status: string;
  readonly processed: number;
  /** 0: not known yet. */
  readonly total: number;
  /** How far it is in percent, where something else has counted it. */
  readonly percentage?: number;
}

/** How far a task is, by the rules of document 2, 4. */
export const TaskProgress = ({ label, status, processed, total, percentage }: Props) => {
  const still = useReducedMotion();
  const share = percentage ?? (total > 0 ? (processed / total) * 100 : 0);
  const { tone, percent, animated } = taskBar(status, share);
  return (
    <Progress.Root size="sm" radius="xs">
      <Progress.Section
        value={percent}
        color={`var(--kx-${tone === 'neutral' || tone === 'solid' ? 'text3' : tone})`}
        striped={animated}
        animated={animated && !still}
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
        aria-valuetext={total > 0 ? `${status}, ${count(processed)} of ${count(total)}` : status}
      />
    </Progress.Root>
  );
};
