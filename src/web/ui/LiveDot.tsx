import { ago, stamp } from '#web/lib/dates.ts';
import type { Liveness } from '#web/lib/feed.ts';
import type { Tone } from '#web/lib/status.ts';
import styles from './LiveDot.module.css';
import { StatusBadge } from './StatusBadge.tsx';

const TONES: Readonly<Record<Liveness, Tone>> = { Live: 'success', Reconnecting: 'warning', Offline: 'neutral' };

interface Props {
  readonly state: Liveness;
  /** When something was heard last, in milliseconds since 1970; 0 for never. */
  readonly heard?: number;
}

/** Whether what is shown follows what happens; of the live connection `useLiveState` says that. */
export const LiveDot = ({ state, heard = 0 }: Props) => {
  const last = heard > 0 ? new Date(heard).toISOString() : null;
  return (
    <span title={last ? `Last answer ${stamp(last)}, ${ago(last)}` : undefined}>
      <StatusBadge status={state} map={TONES} />
    </span>
  );
};

/** The same on a page of the administration: seen only where its header has no room for it. */
export const PageLiveDot = (state: Props) => (
  <span className={styles.narrow}>
    <LiveDot {...state} />
  </span>
);
