import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ManualUpdateData, manualUpdate, manualUpdateExport } from '#contracts/manual.api.ts';
import { AddDialog } from '#web/features/manual/AddDialog.tsx';
import { ManualActions, useManualActions } from '#web/features/manual/ManualActions.tsx';
import { ManualFilters } from '#web/features/manual/ManualFilters.tsx';
import { ManualProgress, useProgress } from '#web/features/manual/ManualProgress.tsx';
import { ManualTable } from '#web/features/manual/ManualTable.tsx';
import styles from '#web/features/manual/manual.module.css';
import { useReload } from '#web/features/manual/useDoing.ts';
import { MANUAL, type ManualView, queryOf } from '#web/features/manual/view.ts';
import { askUnasked, keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { filtering } from '#web/words/filtering.ts';
import { manual as words } from '#web/words/manual.ts';
import { shell } from '#web/words/shell.ts';

const NO_ROWS: readonly ManualUpdateData[] = [];
const NONE: ReadonlySet<string | number> = new Set();

export const ManualUpdatePage = () => {
  const view = useView(MANUAL);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { regsPerPage } = useSession();
  const [chosen, setChosen] = useState(NONE);
  const [adding, setAdding] = useState(false);
  const unusable = Object.keys(MANUAL.problems(MANUAL.said(view))).length > 0;
  const query = queryOf(view, regsPerPage);
  const answer = useCall(manualUpdate, { query }, { ...keepRows, staleTime: 0, enabled: !unusable });
  const { data: rows = NO_ROWS } = (unusable ? undefined : answer.data) ?? {};
  const progress = useProgress(() => void askUnasked(queries, manualUpdate));
  const reload = useReload();
  const ids = [...chosen].map(Number);
  const actions = useManualActions(ids, () => setChosen(NONE));
  // What comes by itself does not dim what is read.
  const shown = { ...answer, unasked: progress?.running === true && !answer.isPlaceholderData };

  const go = (next: ManualView, replace = false): void =>
    void navigate({ to: '/admin/manual-update', search: next, replace });
  const show = (next: ManualView): void => {
    if (JSON.stringify(next) === JSON.stringify(view)) void reload();
    else go(next);
  };
  const { page = 1 } = view;
  const none = MANUAL.chips(view).length > 0 ? words.noneFiltered : words.noneYet;
  return (
    <>
      <PageHeader
        title={shell.pages.manualUpdate}
        actions={
          <>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {words.add.button}
            </Button>
            <ManualActions chosen={ids} {...actions} />
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={manualUpdateExport}
              input={{ query: MANUAL.asked(view) }}
              listed={answer.data}
              unusable={unusable}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              disabled={unusable}
              onClick={() => void reload()}
            >
              {words.refresh}
            </Button>
          </>
        }
      >
        {words.lead}
      </PageHeader>
      <ManualFilters view={view} onView={show} />
      <ManualProgress progress={progress} />
      <PagedList
        answer={answer}
        page={unusable ? null : page}
        regs={regsPerPage}
        onPage={(to, isMended) => go({ ...view, page: to }, isMended)}
      >
        <ManualTable
          rows={rows}
          state={tableState(unusable ? NOT_ASKED : shown, rows.length)}
          chosen={chosen}
          onChoose={setChosen}
          noneMore={<p className={styles.empty}>{unusable ? filtering.unusable : none}</p>}
        />
      </PagedList>
      <ActionBar chosen={chosen.size} onClear={() => setChosen(NONE)}>
        <BusyButton busy={actions.busy} onClick={actions.reprocess}>
          {words.reprocess}
        </BusyButton>
        <BusyButton
          busy={actions.busy}
          variant="outline"
          color="danger"
          onClick={() => actions.ask({ what: 'remove', ids })}
        >
          {words.remove}
        </BusyButton>
      </ActionBar>
      {actions.question}
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  );
};
