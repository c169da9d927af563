import { Button } from '@mantine/core';
import { IconRefresh, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type AuditRow, audit, auditClients, auditExport, auditHistogram } from '#contracts/audit.api.ts';
import styles from '#web/features/audit/Audit.module.css';
import { AuditClients } from '#web/features/audit/AuditClients.tsx';
import { AuditFilters } from '#web/features/audit/AuditFilters.tsx';
import { AuditHistogram } from '#web/features/audit/AuditHistogram.tsx';
import { AuditTable } from '#web/features/audit/AuditTable.tsx';
import { AUDIT, type AuditView, queryOf } from '#web/features/audit/view.ts';
import { keepRows, keyOf, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { LiveDot } from '#web/ui/LiveDot.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchedSince } from '#web/ui/SearchedSince.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { audit as words } from '#web/words/audit.ts';
import { filtering } from '#web/words/filtering.ts';
import { shell } from '#web/words/shell.ts';
import { AuditDetail } from './AuditDetail.tsx';

/** While it is on; a tab that nobody sees does not ask. */
const REFRESH_MS = 10_000;
const NO_ROWS: readonly AuditRow[] = [];

/** The rows of the page of which one is shown in full, and the view that they were listed by. */
interface Opened {
  readonly rows: readonly AuditRow[];
  readonly at: number;
  readonly view: AuditView;
}

export const AuditPage = () => {
  const view = useView(AUDIT);
  const navigate = useNavigate();
  const { regsPerPage } = useSession();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [live, setLive] = useState(false);
  const asked = queryOf(view, regsPerPage);
  // Requests arrive all the time: an answer of a moment ago is not good enough.
  const unusable = Object.keys(AUDIT.problems(AUDIT.said(view))).length > 0;
  const refetchInterval = live && REFRESH_MS;
  const answer = useCall(audit, { query: asked }, { ...keepRows, staleTime: 0, enabled: !unusable, refetchInterval });
  const { data: rows = NO_ROWS } = (unusable ? undefined : answer.data) ?? {};

  // What refreshes by itself does not dim what is read.
  const shown = { ...answer, unasked: live && !answer.isPlaceholderData };

  const go = (next: AuditView, replace = false) =>
    void navigate({ to: '/admin/audit-requests', search: next, replace, resetScroll: next.page !== view.page });
  const queries = useQueryClient();
  const refresh = (): void => {
    void answer.refetch();
    for (const beside of [auditHistogram, auditClients]) void queries.invalidateQueries({ queryKey: keyOf(beside) });
  };
  /** What is beside the list stays as it is. */
  const show = (filtered: AuditView): void => {
    const next = { ...filtered, ...(view.clients && { clients: view.clients }) };
    if (JSON.stringify(next) === JSON.stringify(view)) refresh();
    else go(next);
  };
  const toClients = (clients: AuditView['clients']): void => {
    const { clients: _, ...rest } = view;
    go({ ...rest, ...(clients && { clients }) });
  };
  const { page = 1 } = asked;
  const searchedSince = rows === NO_ROWS ? null : (answer.data?.searchedSince ?? null);
  const nothingSo = AUDIT.chips(view).length > 0 ? words.widen : words.noneYet;
  const emptyText = searchedSince !== null ? words.noneSoFar : nothingSo;
  return (
    <>
      <PageHeader
        title={shell.pages.audit}
        actions={
          <>
            {live && <LiveDot state={answer.isError ? 'Offline' : 'Live'} heard={answer.dataUpdatedAt} />}
            <span title={words.liveHint}>
              <YesNo label={words.live} value={live} onChange={setLive} />
            </span>
            <Button
              variant="default"
              leftSection={<IconUsers size={16} aria-hidden />}
              title={words.clients.openHint}
              aria-pressed={view.clients !== undefined}
              onClick={() => toClients(view.clients ? undefined : 'requests')}
            >
              {words.clients.open}
            </Button>
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={auditExport}
              input={{ query: AUDIT.asked(view) }}
              listed={answer.data}
              unusable={unusable}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              disabled={unusable}
              onClick={refresh}
            >
              {words.refresh}
            </Button>
          </>
        }
      />
      <AuditFilters view={view} onView={show} />
      <AuditHistogram view={view} unusable={unusable} onView={show} />
      {view.clients && (
        <AuditClients
          view={view}
          unusable={unusable}
          onFilter={(filter) => show(AUDIT.written({ ...AUDIT.draft(view), ...filter }))}
          onOrder={toClients}
        />
      )}
      <PagedList
        answer={answer}
        page={unusable ? null : page}
        regs={regsPerPage}
        onPage={(to, isMended) => go({ ...view, page: to }, isMended)}
      >
        <AuditTable
          rows={rows}
          state={tableState(unusable ? NOT_ASKED : shown, rows.length)}
          onOpen={(row) => setOpened({ rows, at: rows.indexOf(row), view })}
          none={words.noData}
          noneMore={
            <>
              <p className={styles.empty}>{unusable ? filtering.unusable : emptyText}</p>
              {view.all === undefined && !unusable && (
                <Button
                  variant="default"
                  onClick={() => show(AUDIT.written({ ...AUDIT.draft(view), startDate: '', endDate: '' }))}
                >
                  {words.allTime}
                </Button>
              )}
            </>
          }
        />
      </PagedList>
      {searchedSince !== null && (
        <SearchedSince
          words={words}
          since={searchedSince}
          onOlder={(endDate) => show(AUDIT.written({ ...AUDIT.draft(view), endDate }))}
        />
      )}
      <AuditDetail
        // Back lists something else: what was opened from the list before goes with it.
        opened={opened?.view === view ? opened : null}
        onMove={(at) => setOpened((before) => before && { ...before, at })}
        onFilter={(filter) => {
          setOpened(null);
          show(AUDIT.written({ ...AUDIT.draft(view), ...filter }));
        }}
        onClose={() => setOpened(null)}
      />
    </>
  );
};
