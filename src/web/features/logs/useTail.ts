import { useEffect, useState } from 'react';
import { logs } from '#contracts/logs.api.ts';
import { call } from '#web/lib/call.ts';
import { MOST_REGS } from '#web/lib/paging.ts';
import type { LogLine } from '#web/ui/log/log-lines.ts';
import { logs as words } from '#web/words/logs.ts';
import { LOGS, type LogsView } from './view.ts';

const LOOK_MS = 1_000;
/** Lines that are kept in sight. */
const MOST_LINES = 2_000;

export interface Tail {
  readonly lines: readonly LogLine[];
  /** The last look has failed. */
  readonly isCut: boolean;
  /** When it last heard, in ms. */
  readonly heard: number;
}

const NOTHING: Tail = { lines: [], isCut: false, heard: 0 };

/** Lines as they are written, each second, from the newest 200 on; a tab that nobody sees does not ask. */
export const useTail = (view: LogsView): Tail => {
  const [tail, setTail] = useState(NOTHING);
  const { startDate: _, endDate: __, ...filter } = LOGS.asked(view);
  const asked = JSON.stringify(filter);
  useEffect(() => {
    setTail(NOTHING);
    const query = JSON.parse(asked) as typeof filter;
    const ended = new AbortController();
    let after: number | undefined;
    let timer: number | undefined;
    const look = async (): Promise<void> => {
      try {
        if (document.hidden) return;
        const { data, total } = await call(
          logs,
          { query: { ...query, ...(after !== undefined && { after }), regs: MOST_REGS } },
          { signal: ended.signal, background: true },
        );
        const left = after === undefined ? 0 : (total ?? 0) - data.length;
        const fresh = data
          .map(({ idLog, insertDate, level, log }): LogLine => ({ number: idLog, at: insertDate, level, text: log }))
          .reverse();
        // Numbers have no gaps, so this one stands for lines that are left out.
        const gap = left > 0 ? [{ number: (after ?? 0) + 1, text: words.left(String(left)) }] : [];
        after = data[0]?.idLog ?? after;
        setTail(({ lines }) => ({
          lines: fresh.length > 0 ? [...lines, ...gap, ...fresh].slice(-MOST_LINES) : lines,
          ...{ isCut: false, heard: Date.now() },
        }));
      } catch {
        if (!ended.signal.aborted) setTail((before) => ({ ...before, isCut: true }));
      } finally {
        if (!ended.signal.aborted) timer = window.setTimeout(() => void look(), LOOK_MS);
      }
    };
    void look();
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [asked]);
  return tail;
};
