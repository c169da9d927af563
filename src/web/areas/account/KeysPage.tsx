import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Key, keys, MOST_KEYS } from '#contracts/keys.api.ts';
import { KeyDialog } from '#web/features/keys/KeyDialog.tsx';
import { KeysTable } from '#web/features/keys/KeysTable.tsx';
import styles from '#web/features/keys/keys.module.css';
import { RevokeDialog } from '#web/features/keys/RevokeDialog.tsx';
import { RotateDialog } from '#web/features/keys/RotateDialog.tsx';
import { UsageDialog } from '#web/features/keys/UsageDialog.tsx';
import { useCall } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import { keptDraft } from '#web/ui/form/drafts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { keys as words } from '#web/words/keys.ts';

const NO_KEYS: readonly Key[] = [];

/** The keys that the programs of the signed-in person call with. */
export const KeysPage = () => {
  const answer = useCall(keys, undefined, { staleTime: 0 });
  const { data, error, refetch, isError } = answer;
  const rows = data?.data ?? NO_KEYS;
  const [kept] = useState(() => keptDraft<Key, unknown>('key'));
  const editing = useAsked<Key | null>(kept?.record ?? null, kept !== null);
  const using = useAsked<Key | null>(null);
  const rotating = useAsked<Key | null>(null);
  const revoking = useAsked<Key | null>(null);
  const isFull = rows.length >= MOST_KEYS;

  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={isFull || data === undefined}
            onClick={() => editing.open(null)}
          >
            {words.add}
          </Button>
        }
      />
      <p className={styles.lead}>{isFull ? words.full : words.lead}</p>
      {isError && data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <KeysTable
          rows={rows}
          state={tableState(answer, rows.length)}
          onEdit={editing.open}
          onUsage={using.open}
          onRotate={rotating.open}
          onRevoke={revoking.open}
        />
      )}
      <KeyDialog opened={editing.opened} record={editing.it} onClose={editing.close} />
      {using.it && <UsageDialog of={using.it} opened={using.opened} onClose={using.close} />}
      {rotating.it && <RotateDialog of={rotating.it} opened={rotating.opened} onClose={rotating.close} />}
      {revoking.it && <RevokeDialog of={revoking.it} opened={revoking.opened} onClose={revoking.close} />}
    </>
  );
};
