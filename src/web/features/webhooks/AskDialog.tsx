import { type Webhook, webhookDelete, webhookRotate } from '#contracts/webhooks.api.ts';
import { tellOf, thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { webhooks } from '#web/words/webhooks.ts';
import { useWebhooksChanged } from './useWebhooksChanged.ts';
import styles from './webhooks.module.css';

interface Props {
  readonly of: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface AskProps extends Props {
  readonly words: typeof webhooks.deleting | typeof webhooks.replacing;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

const Ask = ({ of, words, danger = false, ...dialog }: AskProps) => (
  <ConfirmDialog {...dialog} title={words.title} confirm={words.confirm} danger={danger}>
    <p className={kit.question}>{words.ask}</p>
    <p className={styles.address} dir="ltr">
      {of.url}
    </p>
    <p className={styles.hint}>{words.note}</p>
  </ConfirmDialog>
);

/** Asks before a webhook is deleted. */
export const DeleteDialog = (props: Props) => {
  const { mutate, isPending } = useSend(webhookDelete, thenClose(useWebhooksChanged(), props.onClose));
  return (
    <Ask
      {...props}
      words={webhooks.deleting}
      danger
      busy={isPending}
      onConfirm={() => mutate({ params: { id: props.of.idWebhook } })}
    />
  );
};

/** Asks before a webhook gets another secret. */
export const ReplaceDialog = ({ onSecret, ...props }: Props & { readonly onSecret: (secret: string) => void }) => {
  const { mutate, isPending } = useSend(webhookRotate, {
    onSuccess: ({ data }) => {
      props.onClose();
      onSecret(data.secret);
    },
    onError: tellOf,
  });
  return (
    <Ask
      {...props}
      words={webhooks.replacing}
      busy={isPending}
      onConfirm={() => mutate({ params: { id: props.of.idWebhook } })}
    />
  );
};
