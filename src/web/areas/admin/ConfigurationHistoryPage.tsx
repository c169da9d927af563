import { TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  type ConfigurationChange,
  configurationHistory,
  configurationHistoryExport,
} from '#contracts/configuration.api.ts';
import { HistoryTable } from '#web/features/configuration/HistoryTable.tsx';
import { RestoreDialog } from '#web/features/configuration/RestoreDialog.tsx';
import { CHANGES, type ChangesView } from '#web/features/configuration/view.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useFilters } from '#web/ui/useFilters.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { configuration } from '#web/words/configuration.ts';

const words = configuration.past;
const NO_ROWS: readonly ConfigurationChange[] = [];

export const ConfigurationHistoryPage = () => {
  const view = useView(CHANGES);
  const navigate = useNavigate();
  const { regsPerPage: regs } = useSession();
  const restoring = useAsked<ConfigurationChange | null>(null);
  const { page = 1, ...filter } = view;
  const answer = useCall(configurationHistory, { query: { ...filter, page, regs } }, { ...keepRows, staleTime: 0 });
  const rows = answer.data?.data ?? NO_ROWS;
  const go = (next: ChangesView, replace = false): void =>
    void navigate({ to: '/admin/configuration/history', search: CHANGES.read(next), replace });
  const { form, text } = useFilters(CHANGES, view, go);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <SavedViews />
            <CopyLink />
            <ExportButton of={configurationHistoryExport} input={{ query: filter }} listed={answer.data} />
          </>
        }
      >
        <Link to="/admin/configuration">{words.back}</Link>
      </PageHeader>
      <FilterBar label={words.filter} filters={form}>
        <TextInput label={words.filters.key} maxLength={100} {...text('key')} />
      </FilterBar>
      <PagedList answer={answer} page={page} regs={regs} onPage={(to, isMended) => go({ ...view, page: to }, isMended)}>
        <HistoryTable
          rows={rows}
          state={tableState(answer, rows.length)}
          noneMore={<p>{view.key === undefined ? words.noneYet : words.noneFiltered}</p>}
          onRestore={restoring.open}
        />
      </PagedList>
      {restoring.it && <RestoreDialog change={restoring.it} opened={restoring.opened} onClose={restoring.close} />}
    </>
  );
};
