/**
 * Whether a password is one of the 49,000 that people choose most often. The list (0.4 MB) is read when the first new
 * password comes; looking through it takes far less than the hash that follows.
 */
export const isCommon = async (password: string): Promise<boolean> => {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  return list.includes(password.normalize('NFKC').toLowerCase());
};
