import { MultiSelect, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { ConfigurationRecord } from '#contracts/configuration.api.ts';
import type { FormState } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { configuration as words } from '#web/words/configuration.ts';
import { type ConfigurationDraft, listOf } from './configuration-draft.ts';

/** Hints stand under their field. */
const UNDER = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;

interface Props {
  readonly form: Pick<FormState<ConfigurationDraft, unknown>, 'text' | 'values' | 'set' | 'busy' | 'errorOf'>;
  readonly record: ConfigurationRecord | null;
}

/** Value 1, typed or chosen as the product takes it. */
export const ValueField = ({ form, record }: Props) => {
  const setting = record?.setting ?? null;
  const { value1 } = form.values;
  const hint = record?.masked === 1 ? words.maskedHint : setting && words.takes(setting.takes);
  const input = { ...UNDER, label: words.fields.value1, description: hint, autoComplete: 'off' };
  if (setting?.input === 'list') {
    const chosen = listOf(value1);
    return (
      <MultiSelect
        {...input}
        data={[...new Set([...setting.values, ...chosen])]}
        value={chosen}
        error={form.errorOf('value1')}
        data-path="value1"
        readOnly={form.busy}
        onChange={(next) => form.set('value1', next.join(';'))}
        classNames={{ options: kit.choices ?? '' }}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
      />
    );
  }
  if (setting?.input === 'choice') {
    const { readOnly, ...text } = form.text('value1');
    // What is written stays in sight, also what is no choice.
    const data = [...new Set([...setting.values, value1])];
    return <NativeSelect {...input} {...text} disabled={readOnly} data={data} />;
  }
  if (setting?.input === 'number') return <TextInput {...input} {...form.text('value1')} inputMode="decimal" />;
  return <Textarea {...input} {...form.text('value1')} autosize minRows={3} maxRows={12} spellCheck={false} />;
};
