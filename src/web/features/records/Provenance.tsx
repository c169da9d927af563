import { IconLock } from '@tabler/icons-react';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { records as words } from '#web/words/records.ts';
import styles from './records.module.css';
import { UnlockButton } from './UnlockButton.tsx';

export const sourceName = (source: string): string => words.origin.names[source] ?? source;

/** What the server says of a source, without the key that it begins with: it stands after the name. */
export const afterName = (source: string, message: string): string =>
  message.startsWith(`${source} `) ? message.slice(source.length + 1) : message;

interface LockedProps {
  /** The field or part, by the name that it is edited under. */
  readonly part: string;
  readonly by: string | null;
}

/** That a field or part was edited, by whom, and how sources may write there again. */
export const Locked = ({ part, by }: LockedProps) => (
  <span className={styles.locked}>
    <span className={styles.lockedBy}>
      <IconLock size={14} aria-hidden />
      <bdi>{by === null ? words.origin.locked : words.origin.lockedBy(by)}</bdi>
    </span>
    <UnlockButton part={part} />
  </span>
);

interface Props {
  /** The part that it is told of, where that can be edited. */
  readonly part?: string | undefined;
  readonly source: string;
  readonly licence?: string | null;
  readonly fetched: string;
  readonly locked: boolean;
  readonly by?: string | null;
}

/** Where a part comes from, under which terms, and since when. */
export const Provenance = ({ part, source, licence = null, fetched, locked, by = null }: Props) => (
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
    {locked && part !== undefined && <Locked part={part} by={by} />}
  </p>
);
