// Codes of languages and regions, of two letters as in ISO 639-1 and 3166-1.

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** All that two letters can be. */
export const PAIRS: readonly string[] = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));

const isCanonical = (tag: string): boolean => Intl.getCanonicalLocales(tag)[0] === tag;

/** Codes of languages that stand for themselves, not for what has another code now; some have no name. */
export const languageCodes = (): readonly string[] => PAIRS.filter(isCanonical);

/** Codes of regions, likewise. */
export const regionCodes = (): readonly string[] =>
  PAIRS.map((code) => code.toUpperCase()).filter((code) => isCanonical(`und-${code}`));
