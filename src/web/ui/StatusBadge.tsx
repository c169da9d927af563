import { type StatusMap, type Tone, toneOf } from '#web/lib/status.ts';
import styles from './StatusBadge.module.css';

interface DotProps {
  /** Without a tone the dot has the colour of the text around it. */
  readonly tone?: Tone;
  /** For what is going on now; still under reduced motion. */
  readonly pulse?: boolean;
}

/** The cue mark. It never stands alone: a word is beside it. */
export const CueDot = ({ tone, pulse = false }: DotProps) => (
  <span className={styles.dot} data-tone={tone} data-pulse={pulse} aria-hidden="true" />
);

interface Props {
  readonly status: string;
  /** One of the maps of lib/status.ts, or a function such as `tokenTone`. */
  readonly map: StatusMap | ((status: string) => Tone);
}

/** A state: its word, its dot and its soft ground. */
export const StatusBadge = ({ status, map }: Props) => (
  <span
    className={styles.badge}
    data-part="badge"
    data-tone={typeof map === 'function' ? map(status) : toneOf(map, status)}
  >
    <CueDot pulse={status === 'EXECUTING'} />
    {status}
  </span>
);
