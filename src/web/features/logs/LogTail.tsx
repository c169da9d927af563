import kit from '#web/ui/kit.module.css';
import { LiveDot } from '#web/ui/LiveDot.tsx';
import { LogBox } from '#web/ui/log/LogBox.tsx';
import { logs as words } from '#web/words/logs.ts';
import styles from './logs.module.css';
import { useTail } from './useTail.ts';
import type { LogsView } from './view.ts';

/** The log as it is written. */
export const LogTail = ({ view }: { readonly view: LogsView }) => {
  const { lines, isCut, heard } = useTail(view);
  return (
    <section className={styles.tail} aria-label={words.tail}>
      <p className={kit.row}>
        <LiveDot state={isCut ? 'Offline' : 'Live'} heard={heard} />
        <span className={kit.small}>{isCut ? words.tailFailed : words.tailHint}</span>
      </p>
      <LogBox name={words.tailOf} lines={lines} file="kinodex.log" grows />
    </section>
  );
};
