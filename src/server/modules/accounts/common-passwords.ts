const REPEATED = /^(.{1,3}?)\1+$/su;

/** Whether letters or digits run up or down one by one, or up to three of them are repeated: no list has them all. */
const isPattern = (text: string): boolean => {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const runs = (by: 1 | -1): boolean => codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === by);
  return REPEATED.test(text) || runs(1) || runs(-1);
};

/**
 * Whether a password is one of the 49,000 that people choose most often. The list (0.4 MB) is read when the first new
 * password comes; looking through it takes far less than the hash that follows.
 */
export const isCommon = async (password: string): Promise<boolean> => {
  const plain = password.normalize('NFKC').trim().toLowerCase();
  if (isPattern(plain)) return true;
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  return list.includes(plain);
};
