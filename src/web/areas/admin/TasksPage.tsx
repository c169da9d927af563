import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { tasksExport } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { ExecuteWith } from '#web/features/tasks/ExecuteWith.tsx';
import { parentsAbove } from '#web/features/tasks/parents.ts';
import { RemoveTask } from '#web/features/tasks/RemoveTask.tsx';
import { TasksFilters } from '#web/features/tasks/TasksFilters.tsx';
import { TasksTable } from '#web/features/tasks/TasksTable.tsx';
import styles from '#web/features/tasks/tasks.module.css';
import { useHeldRows } from '#web/features/tasks/useHeldRows.ts';
import { useTaskDoing } from '#web/features/tasks/useTaskDoing.ts';
import { useTasks } from '#web/features/tasks/useTasks.ts';
import { filterOf, TASKS, type TasksView } from '#web/features/tasks/view.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageLiveDot } from '#web/ui/LiveDot.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { ToolsPlace, WithToolsPlace } from '#web/ui/ToolsPlace.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { filtering } from '#web/words/filtering.ts';
import { tasks as words } from '#web/words/tasks.ts';

const NO_TASKS: readonly Task[] = [];

export const TasksPage = () => {
  const view = useView(TASKS);
  const navigate = useNavigate();
  const { regsPerPage } = useSession();
  const { answer, tasks, live, changesOf, put, ownChange } = useTasks();
  const doing = useTaskDoing({ put, ownChange });
  const unusable = Object.keys(TASKS.problems(TASKS.said(view))).length > 0;
  const { rows, hold } = useHeldRows(unusable ? NO_TASKS : tasks, view);
  const executing = useAsked<Task | null>(null);
  const removing = useAsked<Task | null>(null);
  const page = pageWithin(view.page ?? 1, rows.length, regsPerPage);
  const shown = pageRows(rows, page, regsPerPage);
  const types = [...new Set(tasks.map(({ task }) => task))].sort();
  const go = (next: TasksView): void => void navigate({ to: '/admin/tasks', search: next });
  const none = TASKS.chips(view).length > 0 ? words.noneFiltered : words.noneYet;

  const pager = (
    <Pager
      label={words.pages}
      page={page}
      total={rows.length}
      regs={regsPerPage}
      onPage={(to) => go({ ...view, page: to })}
    />
  );
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <PageLiveDot {...live} />
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={tasksExport}
              input={{ query: filterOf(view) }}
              listed={answer.data && { total: rows.length }}
              unusable={unusable}
            />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/admin/tasks/detail" {...props} />}
            >
              {words.add}
            </Button>
          </>
        }
      />
      <TasksFilters view={view} types={types} onView={go} />
      <WithToolsPlace>
        <div className={styles.bar}>
          {answer.data && !unusable ? <Showing shown={shown.length} total={rows.length} /> : <span />}
          {pager}
          <ToolsPlace />
        </div>
        <div {...hold}>
          <TasksTable
            rows={shown}
            // Nobody asks for rows but by opening the page.
            state={tableState(unusable ? NOT_ASKED : { ...answer, unasked: true }, shown.length)}
            noneMore={<p className={styles.empty}>{unusable ? filtering.unusable : none}</p>}
            changesOf={changesOf}
            above={parentsAbove(tasks)}
            doing={doing}
            onExecuteWith={executing.open}
            onRemove={removing.open}
          />
        </div>
      </WithToolsPlace>
      {executing.it && <ExecuteWith task={executing.it} opened={executing.opened} onClose={executing.close} />}
      {removing.it && (
        <RemoveTask
          task={removing.it}
          opened={removing.opened}
          followers={tasks.filter(({ parentTaskName }) => parentTaskName === removing.it?.name).length}
          onRemove={doing.remove}
          onClose={removing.close}
        />
      )}
    </>
  );
};
