import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isEnded } from '#web/features/runs/live-list.ts';
import { RunItem } from '#web/features/runs/RunItem.tsx';
import styles from '#web/features/runs/runs.module.css';
import { useEndings } from '#web/features/runs/useEndings.ts';
import { useLiveList } from '#web/features/runs/useLiveList.ts';
import { stamp } from '#web/lib/dates.ts';
import { useLiveState } from '#web/lib/live.ts';
import { tell } from '#web/lib/messages.ts';
import { useSession } from '#web/lib/session.ts';
import { store } from '#web/lib/stored.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PageLiveDot } from '#web/ui/LiveDot.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { runs } from '#web/words/runs.ts';

const words = runs.live;
/** How often what has ended goes by itself. */
const REMOVAL_MS = 30_000;
/** A connection that is made at once is not spoken of. */
const PATIENCE_MS = 2_000;

/** Says that the connection is cut, and once it is back that nothing is missing. */
const Connection = () => {
  const { state, heard } = useLiveState();
  const wasLive = useRef(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (state === 'Live') {
      setLate(false);
      if (wasLive.current && late) tell(words.again, 'success');
      wasLive.current = true;
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div role="status">
      {late && state !== 'Live' && (
        <p className={styles.cut} data-part="cut">
          {heard > 0 ? words.cut(stamp(new Date(heard).toISOString())) : words.cutAtOnce}
        </p>
      )}
    </div>
  );
};

export const TasksInProgressPage = () => {
  const { items, answer, clear } = useLiveList();
  const live = useLiveState();
  const { removesTasks } = useSession();
  const endings = useEndings(items);
  const latestClear = useRef(clear);
  latestClear.current = clear;
  useEffect(() => {
    if (!removesTasks) return;
    const timer = setInterval(() => latestClear.current(), REMOVAL_MS);
    return () => clearInterval(timer);
  }, [removesTasks]);

  const isNone = items.length === 0;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <PageLiveDot {...live} />
            <span title={words.removingHint}>
              <YesNo
                label={words.removing}
                words={[words.automatically, words.manually]}
                value={removesTasks}
                onChange={(removes) => store({ removesTasks: removes ? '1' : null })}
              />
            </span>
            <Button
              variant="default"
              title={words.clearHint}
              disabled={!items.some(({ run }) => isEnded(run))}
              onClick={clear}
            >
              {words.clear}
            </Button>
          </>
        }
      />
      <Connection />
      <p role="status" className={kit.hidden}>
        {endings}
      </p>
      {isNone && answer.isError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {isNone && answer.isSuccess && (
        <EmptyState title={words.none}>
          <p>{words.noneMore}</p>
          <Link to="/admin/tasks" className={kit.link}>
            {words.toList}
          </Link>
        </EmptyState>
      )}
      {!isNone && (
        <ul className={styles.list} aria-label={words.list}>
          {items.map((shown) => (
            <li key={shown.run.idTask}>
              <RunItem shown={shown} live={live.state === 'Live'} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
