const WHOLE = /^kdx_[0-9A-Za-z]{16,}$/;
const WITHIN = /kdx_[0-9A-Za-z]{16,}/g;
/** Characters of a token that the audit and the log keep: a text that is looked for there is found by them. */
const KEPT = 8;

/** Whether a text is a whole API token, which no address and no filter field holds; a visible part is none. */
export const isWholeToken = (value: unknown): boolean => typeof value === 'string' && WHOLE.test(value.trim());

const masked = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(WITHIN, (token) => `${token.slice(0, KEPT)}…`) : value;

/**
 * What an address says without whole tokens: a filter by a token goes, and in other texts one stands as the audit and the
 * log have it. Null when there is none.
 */
export const withoutTokens = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null => {
  const entries = Object.entries(search);
  const kept = entries
    .filter(([name, value]) => name !== 'token' || !isWholeToken(value))
    .map(([name, value]) => [name, masked(value)] as const);
  const isSame = kept.length === entries.length && kept.every(([, value], at) => value === entries[at]?.[1]);
  return isSame ? null : Object.fromEntries(kept);
};
