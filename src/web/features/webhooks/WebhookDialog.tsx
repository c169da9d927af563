import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { CHANGE_ACTIONS, type Webhook, webhookChange, webhookMake } from '#contracts/webhooks.api.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import { webhooks as words } from '#web/words/webhooks.ts';
import { useWebhooksChanged } from './useWebhooksChanged.ts';
import {
  actionsIn,
  recordOf,
  type WebhookDraft,
  type WebhookRecord,
  webhookBodyOf,
  webhookDraftOf,
  webhookProblems,
} from './webhook-draft.ts';
import styles from './webhooks.module.css';

/** Hints stand under their field. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const KINDS = [
  { value: '', label: words.anyKind },
  { value: 'movie', label: words.kinds.movie },
  { value: 'name', label: words.kinds.name },
];

interface Props {
  /** Null: a new one. */
  readonly record: Webhook | null;
  readonly onClose: () => void;
  /** Is told the secret of a new one. */
  readonly onSecret: (secret: string) => void;
}

const WebhookForm = ({ record, onClose, onSecret }: Props) => {
  const changed = useWebhooksChanged();
  const form = useRecordForm<WebhookRecord, WebhookDraft>({
    name: 'webhook',
    record: record && recordOf(record),
    valuesOf: webhookDraftOf,
    labels: words.fields,
    reasons: {},
    entries: (draft) => ({ ids: webhookBodyOf(draft).ids }),
    rules: webhookProblems,
    send: async (draft, over) => {
      if (over === null) {
        const { data } = await call(webhookMake, { body: webhookBodyOf(draft) });
        const { secret, ...made } = data;
        onSecret(secret);
        return { data: recordOf(made) };
      }
      const body = webhookBodyOf(draft);
      const { data } = await call(webhookChange, { params: { id: over.idWebhook }, body });
      return { data: recordOf(data) };
    },
    onSaved: () => {
      tell(words.saved, 'success');
      onClose();
      void changed();
    },
  });
  const chosen = actionsIn(form.values);
  return (
    <RecordForm form={form} onLeave={onClose}>
      <div className={styles.form}>
        <TextInput
          {...form.text('url')}
          label={words.fields.url}
          inputWrapperOrder={ORDER}
          description={words.urlHint}
          placeholder="https://"
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          data-autofocus
        />
        <NativeSelect
          label={words.fields.kind}
          data={KINDS}
          value={form.values.kind}
          disabled={form.busy}
          onChange={({ currentTarget }) => form.set('kind', currentTarget.value)}
        />
        <fieldset className={styles.choices}>
          <legend>{words.fields.actions}</legend>
          {CHANGE_ACTIONS.map((one) => (
            <label key={one} className={styles.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(one)}
                disabled={form.busy}
                onChange={({ currentTarget: { checked } }) =>
                  form.set('actions', [...chosen.filter((other) => other !== one), ...(checked ? [one] : [])].join(' '))
                }
              />
              {words.actions[one]}
            </label>
          ))}
          <p className={styles.hint}>{words.actionsHint}</p>
        </fieldset>
        <Textarea
          {...form.text('ids')}
          label={words.fields.ids}
          inputWrapperOrder={ORDER}
          description={words.idsHint}
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      </div>
    </RecordForm>
  );
};

/** A webhook as a form. */
export const WebhookDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <FormDialog opened={opened} title={props.record === null ? words.add : words.change} onClose={props.onClose}>
    <WebhookForm {...props} />
  </FormDialog>
);
