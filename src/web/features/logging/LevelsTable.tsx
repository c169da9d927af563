import { IconListSearch, IconPencil, IconRestore } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { PackageLevel } from '#contracts/logging.api.ts';
import { LOG_LEVEL } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { IconAction } from '#web/ui/IconAction.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { logging as words } from '#web/words/logging.ts';
import styles from './logging.module.css';

interface Props extends Pick<TableProps<PackageLevel>, 'rows' | 'state'> {
  readonly onEdit: (row: PackageLevel) => void;
  readonly onReset: (row: PackageLevel) => void;
}

const { heads } = words;
/** The module of a package, by which its lines begin; the root has none. */
const moduleOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/** From which level on packages log, and where they have that from. */
export const LevelsTable = ({ onEdit, onReset, ...list }: Props) => {
  const navigate = useNavigate();
  const columns: readonly Column<PackageLevel>[] = [
    {
      key: 'package',
      head: heads.package,
      least: 240,
      grows: true,
      cell: ({ packageName }) => <code className={kit.codeCell}>{packageName}</code>,
    },
    {
      key: 'level',
      head: heads.level,
      least: 220,
      grows: true,
      cell: ({ level, inheritedFrom, until }) => (
        <span className={styles.level}>
          <StatusBadge status={level} map={LOG_LEVEL} />
          {inheritedFrom !== null && words.inherited(inheritedFrom)}
          {until !== null && (
            <span>
              {words.until} <TimeText iso={until} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 140,
      sticks: true,
      align: 'end',
      cell: (row) => (
        <span className={styles.actions}>
          {row.packageName.includes('.') && (
            <IconAction
              label={words.lines(row.packageName)}
              onRun={() => void navigate({ to: '/admin/logs', search: { log: moduleOf(row.packageName) } })}
            >
              <IconListSearch size={18} aria-hidden />
            </IconAction>
          )}
          <IconAction label={words.edit(row.packageName)} onRun={() => onEdit(row)}>
            <IconPencil size={18} aria-hidden />
          </IconAction>
          {row.inheritedFrom === null && (
            <IconAction label={words.reset(row.packageName)} onRun={() => onReset(row)}>
              <IconRestore size={18} aria-hidden />
            </IconAction>
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      {...list}
      list="logging"
      label={words.table}
      columns={columns}
      rowKey={({ packageName }) => packageName}
      watched={({ level, inheritedFrom }) => `${level} ${inheritedFrom}`}
      none={words.none}
      noneMore={<p>{words.noneMore}</p>}
    />
  );
};
