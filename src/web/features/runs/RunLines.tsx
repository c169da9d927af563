import { useState } from 'react';
import type { RunLine } from '#contracts/task.ts';
import { taskRunLines } from '#contracts/task-run.api.ts';
import { call } from '#web/lib/call.ts';
import { MOST_REGS } from '#web/lib/paging.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { LogBox } from '#web/ui/log/LogBox.tsx';
import type { LogLine } from '#web/ui/log/log-lines.ts';
import { Pager } from '#web/ui/Pager.tsx';
import { runs } from '#web/words/runs.ts';
import styles from './runs.module.css';

const words = runs.history;
/** While a run goes on its lines are read again. */
const READ_MS = 2_000;
/** No file has more pages of lines. */
const MOST_PAGES = 250;

const numbered = (lines: readonly RunLine[], page: number): readonly LogLine[] =>
  lines.map((line, at) => ({ ...line, number: (page - 1) * MOST_REGS + at + 1 }));

const allLines = async (idRun: number): Promise<readonly LogLine[]> => {
  const all: LogLine[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await call(taskRunLines, { params: { id: idRun }, query: { page, regs: MOST_REGS } });
    all.push(...numbered(data, page));
    if (data.length < MOST_REGS) break;
  }
  return all;
};

interface Props {
  readonly idRun: number;
  readonly grows: boolean;
}

/** What a run has said, a page at a time. */
export const RunLines = ({ idRun, grows }: Props) => {
  const [page, setPage] = useState(1);
  const query = { page, regs: MOST_REGS };
  const refetchInterval = grows && READ_MS;
  const answer = useCall(
    taskRunLines,
    { params: { id: idRun }, query },
    { ...keepRows, staleTime: 0, refetchInterval },
  );
  const { data, error } = answer;
  if (error && !data) return <Failed error={error} onRetry={() => void answer.refetch()} />;
  if (!data) return <span className={kit.skeleton} />;
  return (
    <div className={styles.lines}>
      <LogBox
        name={words.one(idRun)}
        lines={numbered(data.data, page)}
        file={`run-${idRun}.log`}
        grows={grows}
        all={() => allLines(idRun)}
      />
      <Pager
        label={words.linesPages(idRun)}
        page={page}
        total={data.total ?? 0}
        totalIsMore={data.totalIsMore}
        regs={MOST_REGS}
        onPage={setPage}
      />
    </div>
  );
};
