/** The first `at` characters of `text`, or null when it has no more than that. Never halves a character. */
export const cut = (text: string, at: number): string | null => {
  if (text.length <= at) return null;
  // A character is two units at most: no more of a long text has to be looked at.
  const characters = Array.from(text.slice(0, 2 * at + 1));
  return characters.length <= at ? null : `${characters.slice(0, at).join('').trimEnd()}…`;
};

/** A secret as it may be seen: its kind and its last four characters, `kdx_••••3f9a`. */
export const mask = (secret: string): string => {
  const kind = /^[a-z]{2,5}_/.exec(secret)?.[0] ?? '';
  const rest = secret.slice(kind.length);
  return `${kind}••••${rest.length >= 12 ? rest.slice(-4) : ''}`;
};
