import { Textarea, TextInput } from '@mantine/core';
import { type Key, keyChange, keyMake, LONGEST_KEY_NAME } from '#contracts/keys.api.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import { keys as words } from '#web/words/keys.ts';
import { type KeyDraft, type KeyRecord, keyBodyOf, keyDraftOf, keyProblems, recordOf } from './key-draft.ts';
import styles from './keys.module.css';
import { useKeysChanged } from './useKeysChanged.ts';

const REASONS = { key_name_taken: 'name' } as const;
/** Hints stand under their field. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Props {
  /** Null: a new one. */
  readonly record: Key | null;
  readonly onClose: () => void;
}

const KeyForm = ({ record, onClose }: Props) => {
  const changed = useKeysChanged();
  const form = useRecordForm<KeyRecord, KeyDraft>({
    name: 'key',
    record: record && recordOf(record),
    valuesOf: keyDraftOf,
    labels: words.fields,
    reasons: REASONS,
    entries: (draft) => ({ addresses: keyBodyOf(draft).addresses }),
    rules: keyProblems,
    send: async (draft, over) => {
      const body = keyBodyOf(draft);
      const { data } = await (over === null
        ? call(keyMake, { body })
        : call(keyChange, { params: { id: over.idKey }, body }));
      return { data: recordOf(data) };
    },
    onSaved: ({ name }) => {
      tell(words.saved(name), 'success');
      onClose();
      void changed();
    },
  });
  return (
    <RecordForm form={form} onLeave={onClose}>
      <div className={styles.form}>
        <TextInput
          {...form.text('name')}
          label={words.fields.name}
          inputWrapperOrder={ORDER}
          description={words.nameHint}
          maxLength={LONGEST_KEY_NAME}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...form.text('dailyLimit')}
          label={words.fields.dailyLimit}
          inputWrapperOrder={ORDER}
          description={words.limitHint}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
        <Textarea
          {...form.text('addresses')}
          label={words.fields.addresses}
          inputWrapperOrder={ORDER}
          description={words.addressesHint}
          autosize
          minRows={2}
          maxRows={6}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <DateTimeField
            label={words.fields.expiresAt}
            value={form.values.expiresAt}
            onChange={(iso) => form.set('expiresAt', iso)}
            error={form.errorOf('expiresAt')}
            disabled={form.busy}
            path="expiresAt"
          />
          <p className={styles.hint}>{words.endHint}</p>
        </div>
      </div>
    </RecordForm>
  );
};

/** A key as a form. */
export const KeyDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <FormDialog opened={opened} title={props.record === null ? words.add : words.change} onClose={props.onClose}>
    <KeyForm {...props} />
  </FormDialog>
);
