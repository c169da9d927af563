import type { SettingInput } from '#contracts/configuration.api.ts';

/** What a setting takes: how a text is read, said in words, and how a page asks for it. */
export interface Form<T = unknown> {
  readonly words: string;
  /** What a text stands for; null when it is not that. */
  readonly read: (text: string) => T | null;
  readonly input: SettingInput;
  /** What there is to choose from; nothing where it is typed. */
  readonly values: readonly string[];
}

/** A text of another form, read by a function of its own. */
export const typed = <T>(words: string, read: (text: string) => T | null): Form<T> => ({
  ...{ words, read, input: 'text', values: [] },
});

const WHOLE = /^[+-]?\d{1,15}$/;

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A whole number within bounds. */
export const whole = ({ min, max }: Bounds): Form<number> => ({
  words: `a whole number from ${min} to ${max}`,
  input: 'number',
  values: [],
  read: (text) => {
    const value = WHOLE.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : null;
  },
});

/** A number from 0 with up to three decimals. */
export const rate: Form<number> = {
  words: 'a number from 0 on',
  input: 'number',
  values: [],
  read: (text) => (/^\d{1,6}(?:\.\d{1,3})?$/.test(text.trim()) ? Number(text) : null),
};

export const oneOf = (...values: readonly string[]): Form<string> => ({
  words: values.join(' or '),
  input: 'choice',
  values,
  read: (text) => values.find((value) => value === text.trim()) ?? null,
});

/** At least one of these, separated by semicolons. */
export const some = (values: readonly string[]): Form<readonly string[]> => ({
  words: `one or more of ${values.join(', ')}, separated by semicolons`,
  input: 'list',
  values,
  read: (text) => {
    const named = text.split(';').map((one) => one.trim());
    return named.every((one) => values.includes(one)) ? named : null;
  },
});
