import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { LEVELS, logging, loggingChange, loggingExport, type PackageLevel } from '#contracts/logging.api.ts';
import { GetForm, type LevelDraft, UpdateForm } from '#web/features/logging/LevelForms.tsx';
import { LevelsTable } from '#web/features/logging/LevelsTable.tsx';
import styles from '#web/features/logging/logging.module.css';
import { ResetDialog } from '#web/features/logging/ResetDialog.tsx';
import { LOGGING } from '#web/features/logging/view.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useCall, useSend } from '#web/lib/query.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { logging as words } from '#web/words/logging.ts';

const NO_ROWS: readonly PackageLevel[] = [];
const EMPTY: LevelDraft = { packageName: '', level: '' };
/** Levels end by themselves, and others set them. */
const REFRESH_MS = 30_000;

export const LoggingPage = () => {
  const { packageName = '' } = useView(LOGGING);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const forms = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(EMPTY);
  const resetting = useAsked<PackageLevel | null>(null);
  const all = useCall(logging, { query: {} }, { staleTime: 0, refetchInterval: REFRESH_MS });
  const one = useCall(logging, { query: { packageName } }, { staleTime: 0, enabled: packageName !== '', retry: false });
  const answer = packageName === '' ? all : one;
  const rows = answer.isError ? NO_ROWS : (answer.data?.data ?? NO_ROWS);
  const names = (all.data?.data ?? NO_ROWS).map((row) => row.packageName);
  const save = useSend(loggingChange, {
    onSuccess: ({ data }) => {
      tell(words.saved(data.packageName, data.level), 'success');
      setDraft(EMPTY);
    },
    onError: tellOf,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(logging) }),
  });
  const edit = (row: PackageLevel): void => {
    setDraft({ packageName: row.packageName, level: row.level });
    forms.current?.scrollIntoView({ block: 'nearest' });
    forms.current?.querySelector('select')?.focus();
  };
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <SavedViews />
            <CopyLink />
            <ExportButton
              of={loggingExport}
              input={{ query: packageName === '' ? {} : { packageName } }}
              listed={answer.isError ? { total: 0 } : answer.data && { total: rows.length }}
            />
          </>
        }
      >
        {words.lead}
      </PageHeader>
      <div ref={forms} className={styles.forms}>
        <UpdateForm
          draft={draft}
          names={names}
          busy={save.isPending}
          onDraft={setDraft}
          onSave={(wanted) => {
            const level = LEVELS.find((known) => known === wanted.level);
            if (level) save.mutate({ body: { packageName: wanted.packageName, level } });
          }}
        />
        <GetForm
          key={packageName}
          shown={packageName}
          names={names}
          onGet={(name) =>
            void navigate({ to: '/admin/logging', search: LOGGING.read(name === '' ? {} : { packageName: name }) })
          }
        />
      </div>
      <LevelsTable
        rows={rows}
        state={tableState({ ...answer, unasked: true }, rows.length)}
        onEdit={edit}
        onReset={resetting.open}
      />
      {resetting.it && <ResetDialog row={resetting.it} opened={resetting.opened} onClose={resetting.close} />}
    </>
  );
};
