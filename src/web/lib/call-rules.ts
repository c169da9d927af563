/** Any call's input, as it is put into a request. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a call with its parameters and its query; what is undefined is left out. */
export const addressOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
};

/** The status of an answer: 200 only where its body says so too, 0 where it says nothing that can be read. */
export const statusOf = (status: number, ok: boolean, code: unknown): number => {
  if (!ok) return status;
  return typeof code === 'number' && Number.isInteger(code) ? code : 0;
};

/** Calls that nobody waits for: they don't turn the loader on, and need no session. */
export const isQuiet = (path: string): boolean => /^\/api\/(?:public\/|admin\/notifications\/last$)/.test(path);
/** Calls that the page makes of its own accord, while somebody types or to keep the session: nobody waits for these either. */
export const isBackground = (path: string): boolean =>
  isQuiet(path) || /^\/api\/(?:auth\/refresh|admin\/(?:cron|(?:user\/)?suggest))$/.test(path);
export const isAuth = (path: string): boolean => path.startsWith('/api/auth/');
/** Here a 401 speaks of what was sent, not of the session. */
export const judgesCredentials = (path: string): boolean => /^\/api\/auth\/(?:signin|signup)$/.test(path);
/** Makes the session go on with a new token, in one tab at a time; the one that it was asked with holds no more. */
export const takesTurns = (path: string): boolean => path === '/api/user/account';
/** The same, or has waited for its turn already. */
export const renewsSession = (path: string): boolean => takesTurns(path) || path === '/api/auth/refresh';
