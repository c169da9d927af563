import type { DatabaseLog } from '#server/platform/db/pool.ts';

/** A log for tests that have nothing to say about it. */
export const silentLog: DatabaseLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A log that keeps its lines, each led by its level. */
export const keptLog = (): DatabaseLog & { readonly lines: string[] } => {
  const lines: string[] = [];
  const keep = (level: string) => (text: string) => void lines.push(`${level} ${text}`);
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
};
