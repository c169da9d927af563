import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { taskCancel } from '#contracts/task.api.ts';
import { count, duration } from '#web/lib/numbers.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { TASK } from '#web/lib/status.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import kit from '#web/ui/kit.module.css';
import { LogBox } from '#web/ui/log/LogBox.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TaskProgress } from '#web/ui/TaskProgress.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { useNow } from '#web/ui/useNow.ts';
import { runs } from '#web/words/runs.ts';
import { isEnded, type Shown } from './live-list.ts';
import { paceOf } from './pace.ts';
import styles from './runs.module.css';

const words = runs.live;
const TICK_MS = 1_000;

interface Props {
  readonly shown: Shown;
  /** What is shown follows what happens. */
  readonly live: boolean;
}

/** How long a run has been going, how fast it is and how long the rest takes; counted on between two messages. */
const Going = ({ shown: { run, heard, samples }, live }: Props) => {
  // The clock of the server is not this machine's: only what has passed here since the message is added.
  const tick = useNow(TICK_MS);
  const now = Date.parse(run.updated) + (live ? Math.max(0, tick - heard) : 0);
  const pace = live && run.status === 'EXECUTING' ? paceOf(samples, run.total, now) : null;
  const left = pace?.secondsLeft ?? null;
  return (
    <>
      {pace && (
        <span data-part="pace">
          {runs.rate(pace.perSecond)}
          {left !== null && `, ${runs.left(left)}`}
        </span>
      )}
      {run.started !== null && (
        <span data-part="elapsed">
          {words.elapsed} {duration(Math.max(0, Math.floor((now - Date.parse(run.started)) / TICK_MS) * TICK_MS))}
        </span>
      )}
    </>
  );
};

const Took = ({ started, updated }: { readonly started: string | null; readonly updated: string }) =>
  started !== null && (
    <span data-part="elapsed">
      {words.took} {duration(Math.max(0, Date.parse(updated) - Date.parse(started)))}
    </span>
  );

const Cancel = ({
  name,
  idTask,
  status,
}: {
  readonly name: string;
  readonly idTask: number;
  readonly status: string;
}) => {
  const cancel = useSend(taskCancel, { onSuccess: tellOf, onError: tellOf });
  const isTold = status === 'CANCELLING';
  return (
    <BusyButton
      size="xs"
      variant="default"
      busy={isTold || cancel.isPending}
      aria-label={words.cancelOf(name)}
      {...(isTold && { title: words.cancelling })}
      onClick={() => cancel.mutate({ params: { id: idTask } })}
    >
      {words.cancel}
    </BusyButton>
  );
};

const Log = ({ shown: { run, lines } }: Pick<Props, 'shown'>) => {
  const [open, setOpen] = useState(false);
  const last = lines.at(-1);
  if (last === undefined) return <p className={styles.last}>{runs.log.none}</p>;
  return (
    <div className={styles.messages}>
      {open ? (
        <LogBox name={run.name} lines={lines} file={`run-${run.idRun}.log`} grows={!isEnded(run)} />
      ) : (
        <p className={styles.last} data-part="last">
          {last.text}
        </p>
      )}
      <button type="button" className={kit.link} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? runs.log.less : runs.log.all}
        <span className={kit.hidden}>: {runs.log.of(run.name)}</span>
      </button>
    </div>
  );
};

/** A run of the live list. */
export const RunItem = memo(({ shown, live }: Props) => {
  const { idTask, idRun, name, task, status, updated, started, processed, total, percentage, waitsFor } = shown.run;
  const ended = isEnded(shown.run);
  return (
    <article className={styles.item} aria-label={name} data-part="run">
      <header className={styles.head}>
        <h2>
          <Link to="/admin/tasks/runs" search={{ id: String(idTask) }} className={styles.name}>
            {name}
          </Link>
        </h2>
        <code className={kit.codeCell}>{task}</code>
        <StatusBadge status={status} map={TASK} />
        <span className={styles.actions}>
          <Link
            to="/admin/tasks/runs"
            search={{ id: String(idTask), run: String(idRun) }}
            aria-label={words.historyOf(name)}
            className={kit.link}
          >
            {words.history}
          </Link>
          {!ended && <Cancel name={name} idTask={idTask} status={status} />}
        </span>
      </header>
      <div className={styles.bar}>
        <TaskProgress label={name} status={status} processed={processed} total={total ?? 0} percentage={percentage} />
        <span data-part="percentage">{percentage} %</span>
      </div>
      <p className={styles.facts}>
        <span data-part="processed" title={total === null ? words.totalUnknown : undefined}>
          {count(processed)} / {total === null ? '?' : count(total)}
        </span>
        {ended ? <Took started={started} updated={updated} /> : <Going shown={shown} live={live} />}
        <span>
          {words.updated} <TimeText iso={updated} />
        </span>
        {waitsFor !== null && <span className={styles.waits}>{waitsFor}</span>}
      </p>
      <Log shown={shown} />
    </article>
  );
});
