import { IconPencil, IconPlayerPlay, IconPlayerStop, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Task } from '#contracts/task.ts';
import { IconAction } from '#web/ui/IconAction.tsx';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { tasks } from '#web/words/tasks.ts';
import { activeOff, busyWith, cancelOff } from './busy.ts';
import styles from './tasks.module.css';
import type { TaskDoing } from './useTaskDoing.ts';

const words = tasks.does;

export interface RowDoing {
  readonly doing: TaskDoing;
  readonly onExecuteWith: (task: Task) => void;
  readonly onRemove: (task: Task) => void;
}

interface Props extends RowDoing {
  readonly task: Task;
}

export const Favorite = ({ task, doing }: Pick<Props, 'task' | 'doing'>) => (
  <IconAction label={words.favorite(task.name)} pressed={task.favorite === 1} onRun={() => doing.toggleFavorite(task)}>
    {task.favorite === 1 ? (
      <IconStarFilled size={18} className={styles.favorite} aria-hidden />
    ) : (
      <IconStar size={18} aria-hidden />
    )}
  </IconAction>
);

export const Active = ({ task, doing }: Pick<Props, 'task' | 'doing'>) => (
  <YesNo
    bare
    label={words.active(task.name)}
    value={task.active === 1}
    off={activeOff(task)}
    onChange={() => doing.toggleActive(task)}
  />
);

/** What can be done with a task; what cannot be done now says why. */
export const TaskActions = ({ task, doing, onExecuteWith, onRemove }: Props) => {
  const navigate = useNavigate();
  const busy = busyWith(task);
  const { name, idTask } = task;
  const toForm = (search: { readonly id: number } | { readonly from: number }): void =>
    void navigate({ to: '/admin/tasks/detail', search });
  return (
    <span className={styles.actions}>
      <IconAction label={words.execute(name)} off={busy} onRun={() => doing.execute(task)}>
        <IconPlayerPlay size={18} aria-hidden />
      </IconAction>
      <IconAction label={words.cancel(name)} off={cancelOff(task)} onRun={() => doing.cancel(task)}>
        <IconPlayerStop size={18} aria-hidden />
      </IconAction>
      <IconAction label={words.edit(name)} onRun={() => toForm({ id: idTask })}>
        <IconPencil size={18} aria-hidden />
      </IconAction>
      <IconAction label={words.remove(name)} off={busy} onRun={() => onRemove(task)}>
        <IconTrash size={18} aria-hidden />
      </IconAction>
      <RowMenu
        label={words.more(name)}
        actions={[
          { label: words.executeWith, off: busy, onRun: () => onExecuteWith(task) },
          { label: words.duplicate, onRun: () => toForm({ from: idTask }) },
          {
            label: words.history,
            onRun: () => void navigate({ to: '/admin/tasks/runs', search: { id: String(idTask) } }),
          },
        ]}
      />
    </span>
  );
};
