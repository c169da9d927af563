import type { LogLine } from '#contracts/logs.api.ts';
import { LOG_LEVEL, logTone } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { logs as words } from '#web/words/logs.ts';
import { LogText } from './LogText.tsx';
import styles from './logs.module.css';

interface Props extends Pick<TableProps<LogLine>, 'rows' | 'state' | 'noneMore' | 'skeleton' | 'list'> {
  readonly label: string;
  /** What was searched for. */
  readonly search?: string;
  /** The line that was asked for. */
  readonly marked?: number;
  readonly onLine: (idLog: number) => void;
}

const heads = words.columns;

/** Lines of the log. A row has the colour of its level; its number leads to what stands around it. */
export const LogsTable = ({ label, search = '', marked, onLine, ...list }: Props) => {
  const columns: readonly Column<LogLine>[] = [
    {
      key: 'id',
      head: heads.id,
      least: 90,
      nowrap: true,
      cell: ({ idLog }) => (
        <button
          type="button"
          className={`${kit.link} ${styles.number}`}
          title={words.around.link(idLog)}
          aria-current={idLog === marked || undefined}
          ref={(link) => {
            if (idLog === marked) link?.scrollIntoView({ block: 'center' });
          }}
          onClick={() => onLine(idLog)}
        >
          {idLog}
        </button>
      ),
    },
    {
      key: 'log',
      head: heads.log,
      least: 280,
      grows: true,
      cell: (line) => <LogText line={line} search={search} />,
    },
    {
      key: 'level',
      head: heads.level,
      least: 110,
      cell: ({ level }) => <StatusBadge status={level} map={LOG_LEVEL} />,
    },
    {
      key: 'date',
      head: heads.date,
      least: 170,
      nowrap: true,
      cell: ({ insertDate }) => <TimeText iso={insertDate} />,
    },
  ];
  return (
    <DataTable
      {...list}
      label={label}
      columns={columns}
      rowKey={({ idLog }) => idLog}
      rowTone={({ level }) => logTone(level)}
      none={words.none}
    />
  );
};
