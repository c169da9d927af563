import { Button } from '@mantine/core';
import { IconCopy, IconHistory } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { task as taskCall } from '#contracts/task.api.ts';
import { TaskForm } from '#web/features/tasks/TaskForm.tsx';
import { useTasks } from '#web/features/tasks/useTasks.ts';
import { filters } from '#web/lib/filters.ts';
import { tell } from '#web/lib/messages.ts';
import { wholeOf } from '#web/lib/paging.ts';
import { useCall } from '#web/lib/query.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PageLiveDot } from '#web/ui/LiveDot.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useView } from '#web/ui/useView.ts';
import { taskForm as words } from '#web/words/task-form.ts';
import { tasks as listWords } from '#web/words/tasks.ts';

/** What is no number is that of no task, as 0 is. */
const anId = { place: (value: unknown) => (value === undefined ? undefined : (wholeOf(value, 0, 2_147_483_647) ?? 0)) };
/** Which task is changed, or which one a new one is a copy of. */
const VIEW = filters({ id: anId, from: anId });

export const TaskFormPage = () => {
  const { id, from } = useView(VIEW);
  const navigate = useNavigate();
  const { tasks, answer, live, told } = useTasks();
  const wanted = id ?? from;
  const asked = useCall(taskCall, { params: { id: wanted ?? 0 } }, { enabled: !!wanted, staleTime: 0 });
  const found = tasks.find(({ idTask }) => idTask === wanted) ?? asked.data?.data ?? null;
  const isPending = answer.isPending || (!!wanted && found === null && asked.isPending);
  const isNotThere = wanted !== undefined && found === null && (wanted === 0 || asked.error?.reason === 'task_unknown');
  const failed = wanted !== undefined && found === null && !isNotThere ? asked.error : null;
  const task = id === undefined ? null : found;
  const title = id === undefined ? (from === undefined ? words.add : words.copy) : words.change;
  const isThere = !isPending && !isNotThere && !failed;

  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <PageLiveDot {...live} />
            <Button variant="default" renderRoot={(props) => <Link to="/admin/tasks" {...props} />}>
              {words.list}
            </Button>
            {task !== null && (
              <Button
                variant="default"
                leftSection={<IconHistory size={16} aria-hidden />}
                renderRoot={(props) => <Link to="/admin/tasks/runs" search={{ id: String(task.idTask) }} {...props} />}
              >
                {words.history}
              </Button>
            )}
            {task !== null && (
              <Button
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
                renderRoot={(props) => <Link to="/admin/tasks/detail" search={{ from: task.idTask }} {...props} />}
              >
                {words.duplicate}
              </Button>
            )}
          </>
        }
      >
        {task !== null && <bdi>{task.name}</bdi>}
      </PageHeader>
      {isPending && <span className={kit.skeleton} aria-hidden="true" />}
      {isNotThere && <EmptyState title={words.unknown}>{words.notThere}</EmptyState>}
      {failed && <Failed error={failed} onRetry={() => void asked.refetch()} />}
      {isThere && (
        <TaskForm
          key={`${id ?? 'new'}:${from ?? ''}`}
          task={task}
          original={id === undefined ? found : null}
          isGone={id !== undefined && told(id) === null}
          tasks={tasks}
          onSaved={(saved) => {
            tell(listWords.saved(saved.name), 'success');
            const search = { id: saved.idTask };
            if (id === undefined)
              void navigate({ to: '/admin/tasks/detail', search, replace: true, ignoreBlocker: true });
          }}
        />
      )}
    </>
  );
};
