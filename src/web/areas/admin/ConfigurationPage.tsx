import { Button, TextInput } from '@mantine/core';
import { IconHistory, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConfigurationRecord, configuration, configurationExport } from '#contracts/configuration.api.ts';
import { ConfigurationDialog, type Editing } from '#web/features/configuration/ConfigurationDialog.tsx';
import { ConfigurationTable, type Outcome } from '#web/features/configuration/ConfigurationTable.tsx';
import { RemoveConfiguration } from '#web/features/configuration/RemoveConfiguration.tsx';
import { useConfigurationChanged } from '#web/features/configuration/useConfigurationChanged.ts';
import { CONFIGURATION, type ConfigurationView } from '#web/features/configuration/view.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { pageCount } from '#web/lib/paging.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { keptDraft } from '#web/ui/form/drafts.ts';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useFilters } from '#web/ui/useFilters.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { configuration as words } from '#web/words/configuration.ts';

const NO_ROWS: readonly ConfigurationRecord[] = [];

export const ConfigurationPage = () => {
  const view = useView(CONFIGURATION);
  const navigate = useNavigate();
  const { regsPerPage: regs } = useSession();
  const [kept] = useState(() => keptDraft<ConfigurationRecord, unknown>('configuration'));
  const editing = useAsked<Editing>({ record: kept?.record ?? null }, kept !== null);
  const removing = useAsked<ConfigurationRecord | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const changed = useConfigurationChanged();
  const { page = 1, ...filter } = view;
  const answer = useCall(configuration, { query: { ...filter, page, regs } }, { ...keepRows, staleTime: 0 });
  const rows = answer.data?.data ?? NO_ROWS;

  const go = (next: ConfigurationView, replace = false): void => {
    setOutcome(null);
    void navigate({ to: '/admin/configuration', search: CONFIGURATION.read(next), replace });
  };
  const { form, text } = useFilters(CONFIGURATION, view, go);
  const open = (about: Editing): void => {
    setOutcome(null);
    editing.open(about);
  };
  /** A new one is the last, where there is no filter that it might not pass. */
  const showLast = async ({ key }: ConfigurationRecord): Promise<void> => {
    tell(words.created(key), 'success');
    const { total } = await call(configuration, { query: { page: 1, regs } });
    await changed();
    go({ page: pageCount(total ?? 0, regs) });
  };

  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/admin/configuration/history" {...props} />}
            >
              {words.history}
            </Button>
            <SavedViews />
            <CopyLink />
            <ExportButton of={configurationExport} input={{ query: filter }} listed={answer.data} />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open({ record: null })}>
              {words.add}
            </Button>
          </>
        }
      >
        {words.lead}
      </PageHeader>
      <FilterBar label={words.filter} filters={form}>
        <TextInput label={words.filters.text} maxLength={100} {...text('text')} />
      </FilterBar>
      <PagedList answer={answer} page={page} regs={regs} onPage={(to, isMended) => go({ ...view, page: to }, isMended)}>
        <ConfigurationTable
          rows={rows}
          state={tableState(answer, rows.length)}
          outcome={outcome}
          noneMore={view.text !== undefined && <p>{words.noneFiltered}</p>}
          onEdit={(record) => open({ record })}
          onCopy={(like) => open({ record: null, like })}
          onDelete={removing.open}
        />
      </PagedList>
      <ConfigurationDialog
        {...editing.it}
        opened={editing.opened}
        onCreated={(record) => void showLast(record).catch(() => changed())}
        onOutcome={(next) => {
          setOutcome(next);
          void changed();
        }}
        onMeanwhile={() => void changed()}
        onClose={editing.close}
      />
      {removing.it && <RemoveConfiguration record={removing.it} opened={removing.opened} onClose={removing.close} />}
    </>
  );
};
