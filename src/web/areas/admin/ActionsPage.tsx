import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type AdminAction, actions, actionsExport } from '#contracts/actions.api.ts';
import { ActionsTable } from '#web/features/actions/ActionsTable.tsx';
import { ACTIONS, type ActionsView } from '#web/features/actions/view.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useFilters } from '#web/ui/useFilters.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { actions as words } from '#web/words/actions.ts';
import { filtering } from '#web/words/filtering.ts';

const NO_ROWS: readonly AdminAction[] = [];

export const ActionsPage = () => {
  const view = useView(ACTIONS);
  const navigate = useNavigate();
  const { regsPerPage: regs } = useSession();
  const { page = 1 } = view;
  const unusable = Object.keys(ACTIONS.problems(ACTIONS.said(view))).length > 0;
  const filter = ACTIONS.asked(view);
  const answer = useCall(
    actions,
    { query: { ...filter, page, regs } },
    { ...keepRows, staleTime: 0, enabled: !unusable },
  );
  const rows = unusable ? NO_ROWS : (answer.data?.data ?? NO_ROWS);
  const go = (next: ActionsView, replace = false): void =>
    void navigate({ to: '/admin/actions', search: ACTIONS.read(next), replace });
  const { form, text, moment } = useFilters(ACTIONS, view, go);
  const none = ACTIONS.chips(view).length > 0 ? words.noneFiltered : words.noneYet;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <SavedViews />
            <CopyLink />
            <ExportButton of={actionsExport} input={{ query: filter }} listed={answer.data} unusable={unusable} />
          </>
        }
      >
        {words.lead}
      </PageHeader>
      <FilterBar label={words.filter} filters={form}>
        <TextInput label={words.filters.email} maxLength={254} {...text('email')} />
        <TextInput label={words.filters.about} maxLength={200} {...text('about')} />
        <DateTimeField label={words.filters.startDate} {...moment('startDate')} />
        <DateTimeField label={words.filters.endDate} {...moment('endDate')} />
      </FilterBar>
      <PagedList
        answer={answer}
        page={unusable ? null : page}
        regs={regs}
        onPage={(to, isMended) => go({ ...view, page: to }, isMended)}
      >
        <ActionsTable
          rows={rows}
          state={tableState(unusable ? NOT_ASKED : answer, rows.length)}
          noneMore={<p>{unusable ? filtering.unusable : none}</p>}
        />
      </PagedList>
    </>
  );
};
