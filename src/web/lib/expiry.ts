/** Milliseconds since 1970 at which a session token ends, from its `exp`; null when it says none that can be read. */
const endOf = (token: string): number | null => {
  try {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null;
  } catch {
    return null;
  }
};

/** Milliseconds that a session token still holds; none for a token that is missing or cannot be read. */
export const remaining = (token: string | null, now: number): number =>
  Math.max(0, ((token === null ? null : endOf(token)) ?? 0) - now);

export const isExpired = (token: string | null, now: number = Date.now()): boolean => remaining(token, now) === 0;
