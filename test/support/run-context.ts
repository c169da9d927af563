import type { LineLevel, RunContext } from '#server/platform/tasks/type.ts';

/** What a run of a test has told; `onProgress` may end it in its midst. */
export const runContext = (onProgress: (processed: number, stop: AbortController) => void = () => {}) => {
  const stop = new AbortController();
  const told: (readonly [processed: number, total: number | null])[] = [];
  const lines: string[] = [];
  const context: RunContext = {
    signal: stop.signal,
    progress: (processed, total = null) => {
      told.push([processed, total]);
      onProgress(processed, stop);
    },
    log: (text: string, level: LineLevel = 'INFO') => void lines.push(level === 'INFO' ? text : `${level}: ${text}`),
  };
  return { context, stop, told, lines };
};
