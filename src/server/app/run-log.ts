import type { Log, Say } from '#server/platform/log.ts';
import type { LineLevel, RunContext } from '#server/platform/tasks/type.ts';

/** A log whose lines are those of a run, for what works in a thread of its own. */
export const logOfRun = ({ log }: Pick<RunContext, 'log'>): Log => {
  const at =
    (level: LineLevel): Say =>
    (...said: [fields: object, text: string] | [text: string]) =>
      log(said.length === 1 ? said[0] : said[1], level);
  return { trace: () => {}, debug: () => {}, info: at('INFO'), warn: at('WARN'), error: at('ERROR') };
};
