import { Button } from '@mantine/core';
import { IconBroadcast, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type LogLine, logs, logsExport, logsHistogram } from '#contracts/logs.api.ts';
import { LineDialog } from '#web/features/logs/LineDialog.tsx';
import { LogFilters } from '#web/features/logs/LogFilters.tsx';
import { LogsHistogram } from '#web/features/logs/LogsHistogram.tsx';
import { LogsTable } from '#web/features/logs/LogsTable.tsx';
import { LogTail } from '#web/features/logs/LogTail.tsx';
import { intervalOf, RefreshFields } from '#web/features/logs/RefreshFields.tsx';
import { useRefresh } from '#web/features/logs/useRefresh.ts';
import { LOGS, type LogsView, queryOf } from '#web/features/logs/view.ts';
import { askUnasked, keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchedSince } from '#web/ui/SearchedSince.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { filtering } from '#web/words/filtering.ts';
import { logs as words } from '#web/words/logs.ts';

const NO_ROWS: readonly LogLine[] = [];

export const LogsPage = () => {
  const view = useView(LOGS);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { regsPerPage: regs, configuration } = useSession();
  const [seconds, setSeconds] = useState(() => intervalOf(configuration.FRONT_REFRESH_INTERVAL_LOG));
  const unusable = Object.keys(LOGS.problems(LOGS.said(view))).length > 0;
  const isTail = view.tail === '1' && !unusable;
  const ask = (): void => {
    for (const beside of [logs, logsHistogram]) void askUnasked(queries, beside);
  };
  const refresh = useRefresh(seconds, ask);
  const options = { ...keepRows, staleTime: 0, enabled: !unusable && !isTail };
  const answer = useCall(logs, { query: queryOf(view, regs) }, options);
  // What could not be loaded is not shown as it was before, nor counted.
  const listed = unusable || answer.isError ? undefined : answer.data;
  const rows = listed?.data ?? NO_ROWS;
  // What refreshes by itself does not dim what is read.
  const shown = { ...answer, unasked: refresh.on && !answer.isPlaceholderData };

  const go = (next: LogsView, replace = false): void =>
    void navigate({ to: '/admin/logs', search: next, replace, resetScroll: next.page !== view.page });
  const filter = (next: LogsView): void => {
    if (JSON.stringify(next) === JSON.stringify(view)) ask();
    else go({ ...next, ...(view.tail && { tail: view.tail }) });
  };
  const turnTail = (): void => {
    const { tail, page: _, ...rest } = view;
    refresh.turn(false);
    go(tail ? rest : { ...rest, tail: '1' });
  };
  const toLine = (line: number | undefined): void => {
    const { line: before, ...rest } = view;
    go(line === undefined ? rest : { ...rest, line }, before !== undefined);
  };
  const searchedSince = listed?.searchedSince ?? null;
  const none =
    searchedSince !== null ? words.noneSoFar : LOGS.chips(view).length > 0 ? words.noneFiltered : words.noneYet;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Button
              variant={isTail ? 'light' : 'default'}
              leftSection={<IconBroadcast size={16} aria-hidden />}
              title={words.tailHint}
              aria-pressed={isTail}
              disabled={unusable}
              onClick={turnTail}
            >
              {words.tail}
            </Button>
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={logsExport}
              input={{ query: LOGS.asked(view) }}
              listed={isTail ? undefined : listed}
              unusable={unusable}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              disabled={unusable || isTail}
              onClick={ask}
            >
              {words.search}
            </Button>
          </>
        }
      />
      <LogFilters view={view} onView={filter} disabled={refresh.on} />
      {isTail ? (
        <LogTail view={view} />
      ) : (
        <>
          <RefreshFields refresh={refresh} seconds={seconds} onSeconds={setSeconds} disabled={unusable} />
          <LogsHistogram view={view} unusable={unusable} onView={filter} />
          <PagedList
            answer={{ ...answer, data: listed }}
            page={unusable ? null : (view.page ?? 1)}
            regs={regs}
            onPage={(page, isMended) => go({ ...view, page }, isMended)}
          >
            <LogsTable
              list="logs"
              label={words.table}
              rows={rows}
              search={view.log ?? ''}
              state={tableState(unusable ? NOT_ASKED : shown, rows.length)}
              noneMore={<p>{unusable ? filtering.unusable : none}</p>}
              onLine={toLine}
            />
          </PagedList>
          {searchedSince !== null && (
            <SearchedSince
              words={words}
              since={searchedSince}
              onOlder={(endDate) => filter(LOGS.written({ ...LOGS.draft(view), endDate }))}
            />
          )}
        </>
      )}
      <LineDialog line={view.line} onLine={toLine} />
    </>
  );
};
