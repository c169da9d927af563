import { Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { Task } from '#contracts/task.ts';
import kit from '#web/ui/kit.module.css';
import { tasks as words } from '#web/words/tasks.ts';
import { CronSays } from './CronSays.tsx';
import styles from './cron.module.css';
import { draftOf } from './task-draft.ts';

/** A pointer crosses the gap to what it has opened in less, and no list of rows is asked for while one passes over it. */
const PAUSE_MS = 150;

/** A schedule; pointed at or with the focus it says itself in words, with the next executions. */
export const CronCell = ({ task }: { readonly task: Task }) => {
  const [opened, setOpened] = useState(false);
  const timer = useRef<number>(undefined);
  const id = useId();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const soon = (open: boolean) => (): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpened(open), PAUSE_MS);
  };
  const now = (open: boolean) => (): void => {
    window.clearTimeout(timer.current);
    setOpened(open);
  };
  if (task.cron === '') return <span className={kit.muted}>{words.noCron}</span>;
  const { cronStartupDate, cronShutdownDate, cronStartupTime, cronShutdownTime } = draftOf(task);
  const bounds = { cronStartupDate, cronShutdownDate, cronStartupTime, cronShutdownTime };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      trapFocus={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.cron}
          aria-describedby={opened ? id : undefined}
          onPointerEnter={soon(true)}
          onPointerLeave={soon(false)}
          onFocus={now(true)}
          onBlur={now(false)}
          onClick={now(true)}
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
        >
          {task.cron.split(',').map((part, place) => (
            <Fragment key={place}>
              {place > 0 && (
                <>
                  ,<wbr />
                </>
              )}
              {part}
            </Fragment>
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div id={id} role="tooltip" className={styles.bubble} onPointerEnter={soon(true)} onPointerLeave={soon(false)}>
          {opened && <CronSays asked={{ expression: task.cron, ...bounds }} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};
