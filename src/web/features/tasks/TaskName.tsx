import { Link } from '@tanstack/react-router';
import type { Task } from '#contracts/task.ts';
import kit from '#web/ui/kit.module.css';
import { ParentChain } from './ParentChain.tsx';
import styles from './tasks.module.css';

interface Props {
  readonly task: Task;
  /** What it comes after. */
  readonly above: readonly string[];
}

/** What a task is called, what it does and what it comes after. */
export const TaskName = ({ task: { idTask, name, task }, above }: Props) => (
  <span className={styles.name}>
    <Link to="/admin/tasks/detail" search={{ id: idTask }} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
    <span className={kit.codeCell}>{task}</span>
    <ParentChain names={above} />
  </span>
);
