import { Textarea, TextInput } from '@mantine/core';
import { type ConfigurationRecord, configurationChange, configurationCreate } from '#contracts/configuration.api.ts';
import { CallFailed, call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import { configuration as words } from '#web/words/configuration.ts';
import type { Outcome } from './ConfigurationTable.tsx';
import styles from './configuration.module.css';
import { bodyOf, type ConfigurationDraft, copyOf, draftOf, draftProblems } from './configuration-draft.ts';
import { ValueField } from './ValueField.tsx';

const LONG = 250;
const REASONS = { configuration_taken: 'key' } as const;

/** Which configuration the dialog is about. */
export interface Editing {
  /** Null: a new one. */
  readonly record: ConfigurationRecord | null;
  /** What a new one is like. */
  readonly like?: ConfigurationRecord;
}

interface Props extends Editing {
  readonly onCreated: (record: ConfigurationRecord) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onMeanwhile: () => void;
  readonly onClose: () => void;
}

const ConfigurationForm = ({ record, like, onCreated, onOutcome, onMeanwhile, onClose }: Props) => {
  const send = async (draft: ConfigurationDraft, over: ConfigurationRecord | null) => {
    if (over === null) return call(configurationCreate, { body: bodyOf(draft) });
    const { idConfiguration, version } = over;
    try {
      return await call(configurationChange, { body: { idConfiguration, version, ...bodyOf(draft) } });
    } catch (error) {
      if (error instanceof CallFailed) onOutcome({ id: idConfiguration, tone: 'danger' });
      throw error;
    }
  };
  const form = useRecordForm<ConfigurationRecord, ConfigurationDraft>({
    name: 'configuration',
    record,
    valuesOf: (of) => (of === null && like ? copyOf(like) : draftOf(of)),
    labels: words.fields,
    reasons: REASONS,
    rules: draftProblems,
    send,
    onMeanwhile,
    onSaved: (saved) => {
      onClose();
      if (form.record === null) onCreated(saved);
      else {
        tell(words.changed(saved.key), 'success');
        onOutcome({ id: saved.idConfiguration, tone: 'success' });
      }
    },
  });
  const { record: over, values, text } = form;
  const setting = over?.setting ?? null;
  const isChanged = over !== null && over.masked === 0 && values.value1 !== over.value1;
  return (
    <RecordForm form={form} onLeave={onClose}>
      <div className={styles.form}>
        <TextInput
          {...text('key')}
          label={words.fields.key}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={setting ? words.fixedKey : undefined}
          readOnly={form.busy || setting !== null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus={setting === null || undefined}
        />
        <div className={styles.stack}>
          <ValueField form={form} record={over} />
          {isChanged && form.differences === null && over.value1 !== '' && (
            <p className={styles.was}>
              {words.was}{' '}
              <span className={kit.codeCell}>
                <Truncate text={over.value1} at={LONG} />
              </span>
            </p>
          )}
          {setting && values.value1 !== setting.first && (
            <button
              type="button"
              className={`${kit.link} ${kit.small}`}
              onClick={() => form.set('value1', setting.first)}
            >
              {words.first(setting.first)}
            </button>
          )}
        </div>
        <Textarea {...text('value2')} label={words.fields.value2} autosize minRows={1} maxRows={6} autoComplete="off" />
        <Textarea {...text('description')} label={words.fields.description} autosize minRows={2} maxRows={6} />
      </div>
    </RecordForm>
  );
};

/** A configuration as a form. */
export const ConfigurationDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <FormDialog
    opened={opened}
    size={640}
    title={props.record === null ? words.add : words.change}
    onClose={props.onClose}
  >
    <ConfigurationForm {...props} />
  </FormDialog>
);
