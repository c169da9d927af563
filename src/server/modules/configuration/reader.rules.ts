import type { Form } from './form.rules.ts';

/** A key that the product reads: what it means, what holds until somebody changes it, and what it takes. */
export interface Setting {
  readonly key: string;
  readonly description: string;
  readonly value: string;
  readonly takes: Form;
}

/** Reads settings from what somebody has written; where that does not fit, the first value counts. */
export const createReader = (settings: readonly Setting[], written: (key: string) => string | undefined) => {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  /** The value of a key that is among the settings. */
  const text = (key: string): string => {
    const setting = byKey.get(key);
    if (setting === undefined) throw new Error(`${key} is not a setting`);
    const value = written(key);
    return value !== undefined && setting.takes.read(value) !== null ? value : setting.value;
  };
  return {
    text,
    /** The same of a setting that takes a number. */
    number: (key: string): number => {
      const value = byKey.get(key)?.takes.read(text(key));
      if (typeof value !== 'number') throw new Error(`${key} is not a setting that takes a number`);
      return value;
    },
  };
};

export type Reader = ReturnType<typeof createReader>;
