/** The first pause before another try, in ms; it doubles with each. */
const FIRST_PAUSE = 200;
/** No pause is longer, in ms: who asks for more is not asked again. */
export const LONGEST_PAUSE = 5_000;

/** Whether an answer means that the same request may succeed a little later. */
export const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** Ms that the other side asks to wait for, in whole seconds; null when it does not say. */
export const askedPause = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;

/** Ms to wait before the next try: what the other side asks for, else between half and all of a doubling pause. */
export const pauseBefore = (attempt: number, retryAfter: string | null, random: () => number): number => {
  const asked = askedPause(retryAfter) ?? 0;
  const backOff = FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.min(LONGEST_PAUSE, Math.max(asked, backOff));
};

/** The address of a path below a base address; null for one that would lead elsewhere. */
export const addressBelow = (base: string, path: string): string | null => {
  const prefix = base.replace(/\/+$/, '');
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(`${prefix}${path}`)) return null;
  const [whole, below] = [new URL(`${prefix}${path}`), new URL(prefix)];
  const folder = below.pathname.replace(/\/*$/, '/');
  return whole.origin === below.origin && whole.pathname.startsWith(folder) ? whole.href : null;
};
