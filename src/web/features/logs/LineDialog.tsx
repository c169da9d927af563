import { logsAround } from '#contracts/logs.api.ts';
import { useCall } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { logs } from '#web/words/logs.ts';
import { LogsTable } from './LogsTable.tsx';

const words = logs.around;
const NO_ROWS = [] as const;

interface Props {
  /** The line that the address names. */
  readonly line: number | undefined;
  readonly onLine: (idLog: number | undefined) => void;
}

/** A line with what was said before and after it. */
export const LineDialog = ({ line, onLine }: Props) => {
  const answer = useCall(logsAround, { params: { idLog: line ?? 1 } }, { enabled: line !== undefined, staleTime: 0 });
  const rows = answer.data?.data ?? NO_ROWS;
  const isGone = answer.isSuccess && !rows.some(({ idLog }) => idLog === line);
  return (
    <Dialog
      opened={line !== undefined}
      title={line === undefined ? '' : words.title(line)}
      size={1_100}
      onClose={() => onLine(undefined)}
    >
      {isGone && <p role="status">{words.gone}</p>}
      <LogsTable
        label={words.table}
        rows={rows}
        state={tableState(answer, rows.length)}
        {...(line !== undefined && { marked: line })}
        onLine={onLine}
      />
    </Dialog>
  );
};
