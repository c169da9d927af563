import type { ConfigurationValues } from '#contracts/configuration.api.ts';
import type { Detail } from '#contracts/envelope.ts';
import type { Row } from './configuration.store.ts';
import type { Setting } from './reader.rules.ts';
import { isSecret, MASK } from './secret.rules.ts';

/** What is sent, over the row that it changes: without spaces around names, and with what is masked as it is. */
export const valuesOver = (
  sent: ConfigurationValues,
  row: Row | null,
  known: ReadonlySet<string>,
): ConfigurationValues => {
  const hidden = row !== null && isSecret(row.key, known);
  const value2 = sent.value2?.trim() ? sent.value2 : null;
  return {
    key: sent.key,
    value1: hidden && sent.value1 === MASK ? row.value1 : sent.value1,
    value2: hidden && value2 === MASK ? row.value2 : value2,
    description: sent.description.trim(),
  };
};

/** Everything that is wrong with values, over the row that they change. */
export const problemsOf = (values: ConfigurationValues, row: Row | null, settings: readonly Setting[]): Detail[] => {
  const { key, value1, value2, description } = values;
  const setting = settings.find((one) => one.key === key);
  const isRenamed = row !== null && row.key !== key && settings.some((one) => one.key === row.key);
  const isMissing = setting === undefined && value1.trim() === '';
  const known = new Set(settings.map((one) => one.key));
  const shows = row !== null && isSecret(row.key, known) && !isSecret(key, known);
  const isShown = shows && (value1 === row.value1 || (value2 !== null && value2 === row.value2));
  return [
    ...(isShown ? [{ field: 'key', message: 'Key would show what is hidden: give it other values' }] : []),
    ...(isRenamed ? [{ field: 'key', message: 'Key is read by the product and stays as it is' }] : []),
    ...(isMissing ? [{ field: 'value1', message: 'Value 1 is required' }] : []),
    ...(setting !== undefined && setting.takes.read(value1) === null
      ? [{ field: 'value1', message: `Value 1 must be ${setting.takes.words}` }]
      : []),
    // Else a copy of what is hidden would be kept as its value.
    ...(
      [
        ['value1', 'Value 1'],
        ['value2', 'Value 2'],
      ] as const
    )
      .filter(([field]) => values[field] === MASK)
      .map(([field, label]) => ({ field, message: `${label} is the sign for a hidden value: write the value itself` })),
    ...(description === '' ? [{ field: 'description', message: 'Description is required' }] : []),
  ];
};
