/** What a setting takes: in words, and whether a text is that. */
export interface Form {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const WHOLE = /^[+-]?\d{1,15}$/;

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The whole number within bounds that a text stands for; null when it is none. */
export const wholeNumber = (text: string, { min, max }: Bounds): number | null => {
  const value = WHOLE.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

export const whole = (bounds: Bounds): Form => ({
  words: `a whole number from ${bounds.min} to ${bounds.max}`,
  fits: (text) => wholeNumber(text, bounds) !== null,
});

export const oneOf = (...values: readonly string[]): Form => ({
  words: values.join(' or '),
  fits: (text) => values.includes(text.trim()),
});

/** At least one of these, separated by semicolons. */
export const some = (values: readonly string[]): Form => ({
  words: `one or more of ${values.join(', ')}, separated by semicolons`,
  fits: (text) => text.split(';').every((one) => values.includes(one.trim())),
});
