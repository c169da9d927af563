import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { task } from '#contracts/task.api.ts';
import type { TaskRun } from '#contracts/task.ts';
import { taskRuns, taskRunsExport } from '#contracts/task-run.api.ts';
import { durations } from '#web/features/runs/durations.ts';
import { RunFilters } from '#web/features/runs/RunFilters.tsx';
import { RunLines } from '#web/features/runs/RunLines.tsx';
import { RunsTable } from '#web/features/runs/RunsTable.tsx';
import styles from '#web/features/runs/runs.module.css';
import { useRunChanges } from '#web/features/runs/useRunChanges.ts';
import { queryOf, RUNS, type RunsView } from '#web/features/runs/view.ts';
import { counted, duration } from '#web/lib/numbers.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { Bars } from '#web/ui/Bars.tsx';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import kit from '#web/ui/kit.module.css';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { runs } from '#web/words/runs.ts';

const words = runs.history;
const NO_ROWS: readonly TaskRun[] = [];

/** How long the runs of the page took. */
const Chart = ({ rows }: { readonly rows: readonly TaskRun[] }) => {
  const found = useMemo(() => durations(rows), [rows]);
  if (found === null) return null;
  return (
    <div className={styles.chart}>
      <Bars caption={words.chart(counted(found.bars.length, 'run'))} data={found.bars} written={duration} />
      <p className={kit.small}>{words.typical(duration(found.half), duration(found.most))}</p>
    </div>
  );
};

const History = ({ id, view }: { readonly id: number; readonly view: RunsView }) => {
  const navigate = useNavigate();
  const { regsPerPage } = useSession();
  const unusable = Object.keys(RUNS.problems(RUNS.said(view))).length > 0;
  const input = { params: { id }, query: queryOf(view, regsPerPage) };
  const answer = useCall(taskRuns, input, { ...keepRows, staleTime: 0, enabled: !unusable });
  const about = useCall(task, { params: { id } }).data?.data;
  const changes = useRunChanges(id);
  const { data: rows = NO_ROWS } = (unusable ? undefined : answer.data) ?? {};
  const go = (next: RunsView, replace = false): void =>
    void navigate({ to: '/admin/tasks/runs', search: next, replace });
  const { run } = view;
  const isElsewhere = run !== undefined && answer.isSuccess && !rows.some(({ idRun }) => String(idRun) === run);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={taskRunsExport}
              input={{ params: { id }, query: RUNS.asked(view) }}
              listed={answer.data}
              unusable={unusable}
            />
          </>
        }
      >
        {about && (
          <span className={styles.of}>
            <strong>{about.name}</strong>
            <code className={kit.codeCell}>{about.task}</code>
            <Link to="/admin/tasks/detail" search={{ id: String(id) }}>
              {words.edit}
            </Link>
            <Link to="/admin/tasks/in-progress">{words.live}</Link>
          </span>
        )}
      </PageHeader>
      <RunFilters view={view} onView={(next) => go({ id: String(id), ...next })} />
      <Chart rows={rows} />
      {isElsewhere && (
        <section className={`${styles.lines} ${styles.alone}`} aria-label={words.one(Number(run))}>
          <p className={kit.small}>
            <strong>{words.one(Number(run))}</strong> {words.notHere}
          </p>
          <RunLines idRun={Number(run)} grows={false} />
        </section>
      )}
      <PagedList
        answer={answer}
        page={unusable ? null : (view.page ?? 1)}
        regs={regsPerPage}
        onPage={(page, isMended) => go({ ...view, page }, isMended)}
      >
        <RunsTable
          key={run}
          rows={rows}
          unfolded={run === undefined ? undefined : Number(run)}
          state={tableState(
            unusable ? NOT_ASKED : { ...answer, unasked: changes && !answer.isPlaceholderData },
            rows.length,
          )}
          noneMore={<p>{RUNS.chips(view).length > 0 ? words.noneFiltered : words.noneYet}</p>}
        />
      </PagedList>
    </>
  );
};

export const TaskRunsPage = () => {
  const view = useView(RUNS);
  const id = Number(view.id ?? 0);
  if (id > 0) return <History key={id} id={id} view={view} />;
  return (
    <>
      <PageHeader title={words.title} />
      <EmptyState title={words.wrongTask}>
        <Link to="/admin/tasks" className={kit.link}>
          {words.toList}
        </Link>
      </EmptyState>
    </>
  );
};
