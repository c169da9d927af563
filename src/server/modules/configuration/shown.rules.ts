import type { ConfigurationRecord, ConfigurationValues } from '#contracts/configuration.api.ts';
import type { Row } from './configuration.store.ts';
import type { Setting } from './reader.rules.ts';
import { isSecret, MASK } from './secret.rules.ts';

/** Values as they are shown: those of a secret are not. */
export const shownValuesOf = (settings: readonly Setting[]) => {
  const known = new Set(settings.map(({ key }) => key));
  return <V extends ConfigurationValues>(values: V): V =>
    isSecret(values.key, known) ? { ...values, value1: MASK, value2: values.value2 === null ? null : MASK } : values;
};

/** A record as pages see it: with what the product knows of its key. */
export const shownOf = (settings: readonly Setting[]) => {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const shownValues = shownValuesOf(settings);
  return (row: Row): ConfigurationRecord => {
    const { idConfiguration, key, value1, value2, description } = shownValues(row);
    const setting = byKey.get(key);
    return {
      ...{ idConfiguration, key, value1, value2, description },
      masked: value1 === row.value1 ? 0 : 1,
      setting: setting
        ? {
            first: setting.value,
            takes: setting.takes.words,
            input: setting.takes.input,
            values: [...setting.takes.values],
            fits: setting.takes.read(value1) === null ? 0 : 1,
          }
        : null,
      version: row.version,
    };
  };
};
