import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Webhook, webhookEnable, webhooks, webhookTest } from '#contracts/webhooks.api.ts';
import { DeleteDialog, ReplaceDialog } from '#web/features/webhooks/AskDialog.tsx';
import { DeliveriesDialog } from '#web/features/webhooks/DeliveriesDialog.tsx';
import { SecretDialog } from '#web/features/webhooks/SecretDialog.tsx';
import { useWebhooksChanged } from '#web/features/webhooks/useWebhooksChanged.ts';
import { WebhookDialog } from '#web/features/webhooks/WebhookDialog.tsx';
import { WebhooksTable } from '#web/features/webhooks/WebhooksTable.tsx';
import styles from '#web/features/webhooks/webhooks.module.css';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useCall, useSend } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import { keptDraft } from '#web/ui/form/drafts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { webhooks as words } from '#web/words/webhooks.ts';

const NONE: readonly Webhook[] = [];

/** Where the signed-in person has changes of the catalogue sent. */
export const WebhooksPage = () => {
  const answer = useCall(webhooks, undefined, { staleTime: 0 });
  const { data, error, refetch, isError } = answer;
  const rows = data?.data ?? NONE;
  const changed = useWebhooksChanged();
  const [kept] = useState(() => keptDraft<Webhook, unknown>('webhook'));
  const editing = useAsked<Webhook | null>(kept?.record ?? null, kept !== null);
  const looking = useAsked<Webhook | null>(null);
  const replacing = useAsked<Webhook | null>(null);
  const deleting = useAsked<Webhook | null>(null);
  const secret = useAsked<string | null>(null);
  const looked = rows.find(({ idWebhook }) => idWebhook === looking.it?.idWebhook) ?? looking.it;
  const test = useSend(webhookTest, {
    onSuccess: ({ data: { ok, code, problem, ms } }) =>
      code === null
        ? tell(words.tested.error(problem ?? ''), 'danger')
        : tell(words.tested.code(code, ms), ok ? 'success' : 'danger'),
    onError: tellOf,
  });
  const enable = useSend(webhookEnable, {
    onSuccess: () => tell(words.enabled, 'success'),
    onError: tellOf,
    onSettled: changed,
  });

  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={data === undefined}
            onClick={() => editing.open(null)}
          >
            {words.add}
          </Button>
        }
      />
      <p className={styles.lead}>{words.lead}</p>
      {isError && data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <WebhooksTable
          rows={rows}
          state={tableState(answer, rows.length)}
          testing={test.isPending}
          onEdit={editing.open}
          onLog={looking.open}
          onSecret={replacing.open}
          onDelete={deleting.open}
          onTest={({ idWebhook }) => test.mutate({ params: { id: idWebhook } })}
          onEnable={({ idWebhook }) => enable.mutate({ params: { id: idWebhook } })}
        />
      )}
      <WebhookDialog
        opened={editing.opened}
        record={editing.it}
        onClose={editing.close}
        onSecret={(text) => secret.open(text)}
      />
      {looked && <DeliveriesDialog of={looked} opened={looking.opened} onClose={looking.close} />}
      {replacing.it && (
        <ReplaceDialog
          of={replacing.it}
          opened={replacing.opened}
          onClose={replacing.close}
          onSecret={(text) => secret.open(text)}
        />
      )}
      {deleting.it && <DeleteDialog of={deleting.it} opened={deleting.opened} onClose={deleting.close} />}
      {secret.it && <SecretDialog secret={secret.it} opened={secret.opened} onClose={secret.close} />}
    </>
  );
};
