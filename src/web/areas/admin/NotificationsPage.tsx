import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type Notification,
  notifications,
  notificationsExport,
  notificationsLast,
} from '#contracts/notification.api.ts';
import { notificationsNews } from '#contracts/topics.ts';
import { AllActions } from '#web/features/notifications/AllActions.tsx';
import { NotificationFilters } from '#web/features/notifications/NotificationFilters.tsx';
import { NotificationsTable } from '#web/features/notifications/NotificationsTable.tsx';
import { useDoing } from '#web/features/notifications/useDoing.ts';
import { filterOf, NOTIFICATIONS, type NotificationsView, queryOf } from '#web/features/notifications/view.ts';
import { useTopic } from '#web/lib/live.ts';
import { total as totalText } from '#web/lib/numbers.ts';
import { askUnasked, keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { notifications as words } from '#web/words/notifications.ts';

const NO_ROWS: readonly Notification[] = [];

export const NotificationsPage = () => {
  const view = useView(NOTIFICATIONS);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { regsPerPage: regs } = useSession();
  const unusable = Object.keys(NOTIFICATIONS.problems(NOTIFICATIONS.said(view))).length > 0;
  const options = { ...keepRows, staleTime: 0, enabled: !unusable };
  const answer = useCall(notifications, { query: queryOf(view, regs) }, options);
  const last = useCall(notificationsLast, undefined).data;
  const ask = (): void => void askUnasked(queries, notifications);
  useTopic(notificationsNews, ask, ask);
  const { toggle, remove } = useDoing();
  // What could not be loaded is not shown as it was before, nor counted.
  const listed = unusable || answer.isError ? undefined : answer.data;
  const rows = listed?.data ?? NO_ROWS;
  const unread = last?.total ?? 0;
  const isFiltered = NOTIFICATIONS.chips(view).length > 0;
  // What comes by itself does not dim what is read.
  const shown = { ...answer, unasked: !answer.isPlaceholderData };

  const go = (next: NotificationsView, replace = false): void =>
    void navigate({ to: '/admin/notifications', search: next, replace });
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <AllActions />
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={notificationsExport}
              input={{ query: filterOf(view) }}
              listed={listed}
              unusable={unusable}
            />
          </>
        }
      >
        {last && (unread === 0 ? words.allRead : words.lead(totalText(unread, last.totalIsMore), unread === 1))}
      </PageHeader>
      <NotificationFilters view={view} onView={go} />
      <PagedList
        answer={{ ...answer, data: listed }}
        page={unusable ? null : (view.page ?? 1)}
        regs={regs}
        onPage={(page, isMended) => go({ ...view, page }, isMended)}
      >
        <NotificationsTable
          rows={rows}
          state={tableState(unusable ? NOT_ASKED : shown, rows.length)}
          noneMore={<p>{isFiltered ? words.noneFiltered : words.noneYet}</p>}
          onToggle={toggle}
          onRemove={remove}
        />
      </PagedList>
    </>
  );
};
