import { IconCornerDownRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Task } from '#contracts/task.ts';
import kit from '#web/ui/kit.module.css';
import { tasks as words } from '#web/words/tasks.ts';
import styles from './tasks.module.css';

/** What a task is called, what it does and what it comes after. */
export const TaskName = ({ task: { idTask, name, task, parentTaskName } }: { readonly task: Task }) => (
  <span className={styles.name}>
    <Link to="/admin/tasks/detail" search={{ id: idTask }} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
    <span className={kit.codeCell}>{task}</span>
    {parentTaskName !== null && (
      <small className={styles.parent}>
        <IconCornerDownRight size={14} aria-hidden />
        <span dir="auto">{words.after(parentTaskName)}</span>
      </small>
    )}
  </span>
);
