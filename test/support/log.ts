import type { Log } from '#server/platform/log.ts';

/** A log that keeps its lines, each led by its level, with the fields as JSON where they are wanted. */
export const keptLog = (wanted = { fields: false }): Log & { readonly lines: string[] } => {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object | string, text?: string) =>
    void lines.push(`${level} ${text ?? fields}${wanted.fields && text ? ` ${JSON.stringify(fields)}` : ''}`);
  return {
    lines,
    trace: keep('trace'),
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
};

const nothing = (): void => {};

/** A log for tests that have nothing to say about it. */
export const silentLog: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
