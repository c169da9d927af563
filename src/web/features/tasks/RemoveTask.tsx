import { useState } from 'react';
import type { Task } from '#contracts/task.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { tasks as words } from '#web/words/tasks.ts';

interface Props {
  readonly task: Task;
  /** How many tasks have it as their parent. */
  readonly followers: number;
  readonly opened: boolean;
  readonly onRemove: (task: Task) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a task is deleted. A refusal is said in the alert bar. */
export const RemoveTask = ({ task, followers, opened, onRemove, onClose }: Props) => {
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    await onRemove(task);
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={words.deleteTitle}
      confirm={words.remove}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className={kit.question}>
        {words.deleteAsk} <strong dir="auto">{task.name}</strong>? {words.deleteMore}
      </p>
      {followers > 0 && <p className={kit.question}>{words.deleteChildren(followers)}</p>}
    </ConfirmDialog>
  );
};
