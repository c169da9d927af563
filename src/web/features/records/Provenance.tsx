import { IconLock } from '@tabler/icons-react';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { records as words } from '#web/words/records.ts';
import styles from './records.module.css';

export const sourceName = (source: string): string => words.origin.names[source] ?? source;

interface Props {
  readonly source: string;
  readonly licence?: string | null;
  readonly fetched: string;
  readonly locked: boolean;
}

export const Locked = () => (
  <span className={styles.locked}>
    <IconLock size={14} aria-hidden />
    {words.origin.locked}
  </span>
);

/** Where a part comes from, under which terms, and since when. */
export const Provenance = ({ source, licence = null, fetched, locked }: Props) => (
  <p className={`${styles.origin} ${kit.small} ${kit.muted}`} data-part="origin">
    <span>
      {words.origin.source} {sourceName(source)}
    </span>
    {licence !== null && (
      <span>
        {words.origin.licence} {licence}
      </span>
    )}
    <span>
      {words.origin.fetched} <TimeText iso={fetched} />
    </span>
    {locked && <Locked />}
  </p>
);
