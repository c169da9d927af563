const WHOLE = /^kdx_[0-9A-Za-z]{16,}$/;

/** Whether a text is a whole API token, which no address and no filter field holds; a visible part is none. */
export const isWholeToken = (value: unknown): boolean => typeof value === 'string' && WHOLE.test(value.trim());

/** What an address says without the whole tokens in it; null when there is none. */
export const withoutTokens = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null => {
  const kept = Object.entries(search).filter(([, value]) => !isWholeToken(value));
  return kept.length === Object.keys(search).length ? null : Object.fromEntries(kept);
};
