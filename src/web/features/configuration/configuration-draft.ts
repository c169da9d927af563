import type { ConfigurationRecord } from '#contracts/configuration.api.ts';
import { configuration as words } from '#web/words/configuration.ts';
import { forms } from '#web/words/forms.ts';

/** What is typed while a configuration is made or changed. */
export interface ConfigurationDraft {
  readonly key: string;
  readonly value1: string;
  readonly value2: string;
  readonly description: string;
}

export const draftOf = (record: ConfigurationRecord | null): ConfigurationDraft => ({
  key: record?.key ?? '',
  value1: record?.value1 ?? '',
  value2: record?.value2 ?? '',
  description: record?.description ?? '',
});

/** A new one like another: all but the name, and what nobody is shown. */
export const copyOf = (record: ConfigurationRecord): ConfigurationDraft => ({
  ...draftOf(record),
  key: '',
  ...(record.masked === 1 && { value1: '', value2: '' }),
});

/** What is missing; of a key that the product reads the server says what its value must be. */
export const draftProblems = (
  draft: ConfigurationDraft,
  record: ConfigurationRecord | null,
): Readonly<Partial<Record<keyof ConfigurationDraft, string>>> => {
  const missing = (field: 'key' | 'value1' | 'description') =>
    draft[field].trim() === '' && { [field]: `${words.fields[field]} ${forms.required}` };
  const isRead = record !== null && record.setting !== null;
  return { ...missing('key'), ...(!isRead && missing('value1')), ...missing('description') };
};

/** As it is sent. */
export const bodyOf = ({ key, value1, value2, description }: ConfigurationDraft) => ({
  key: key.trim(),
  value1,
  value2: value2.trim() === '' ? null : value2,
  description: description.trim(),
});

/** The chosen ones of a list that is written with semicolons. */
export const listOf = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
