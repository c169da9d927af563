import { IconCopyPlus, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConfigurationRecord } from '#contracts/configuration.api.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { IconAction } from '#web/ui/IconAction.tsx';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { configuration as words } from '#web/words/configuration.ts';
import styles from './configuration.module.css';

/** Characters of a value that are shown at first. */
const LONG = 250;

/** How the last change of a row ended. */
export interface Outcome {
  readonly id: number;
  readonly tone: 'success' | 'danger';
}

interface Props {
  readonly rows: readonly ConfigurationRecord[];
  readonly state: TableState;
  readonly outcome: Outcome | null;
  readonly noneMore: ReactNode;
  readonly onEdit: (record: ConfigurationRecord) => void;
  readonly onCopy: (record: ConfigurationRecord) => void;
  readonly onDelete: (record: ConfigurationRecord) => void;
}

const Value = ({ record: { key, value1, masked, setting } }: { readonly record: ConfigurationRecord }) => (
  <span className={styles.value}>
    {value1 === '' ? (
      <span className={kit.muted}>{words.empty}</span>
    ) : (
      <span className={`${kit.codeCell} ${kit.prose}`} dir="auto">
        <Truncate text={value1} at={LONG} />
      </span>
    )}
    {masked === 0 && value1 !== '' && <CopyButton value={value1} label={words.value(key)} />}
    {masked === 1 && <span className={kit.small}>{words.hidden}</span>}
    {setting?.fits === 0 && <span className={styles.unfit}>{words.unfit(setting.first)}</span>}
  </span>
);

/** The configuration, with what can be done with each row. */
export const ConfigurationTable = ({ outcome, onEdit, onCopy, onDelete, ...list }: Props) => {
  const navigate = useNavigate();
  const { columns: heads } = words;
  const toneOf = ({ idConfiguration }: ConfigurationRecord) =>
    outcome?.id === idConfiguration ? outcome.tone : 'none';
  const columns: readonly Column<ConfigurationRecord>[] = [
    {
      key: 'key',
      head: heads.key,
      least: 260,
      grows: true,
      cell: (record) => (
        <span className={styles.stack}>
          <code className={`${kit.codeCell} ${styles.key}`}>{record.key}</code>
          {record.setting === null && <span className={styles.note}>{words.unread}</span>}
          {toneOf(record) !== 'none' && (
            <span className={styles.note}>{toneOf(record) === 'success' ? words.saved : words.notSaved}</span>
          )}
        </span>
      ),
    },
    { key: 'value1', head: heads.value1, least: 240, grows: true, cell: (record) => <Value record={record} /> },
    {
      key: 'description',
      head: heads.description,
      least: 240,
      grows: true,
      priority: 1,
      cell: ({ description }) => (
        <span className={kit.prose} dir="auto">
          <Truncate text={description} at={LONG} />
        </span>
      ),
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 170,
      sticks: true,
      align: 'end',
      cell: (record) => (
        <span className={styles.actions}>
          <IconAction label={words.edit(record.key)} onRun={() => onEdit(record)}>
            <IconPencil size={18} aria-hidden />
          </IconAction>
          <IconAction label={words.copy(record.key)} onRun={() => onCopy(record)}>
            <IconCopyPlus size={18} aria-hidden />
          </IconAction>
          <IconAction
            label={words.changes(record.key)}
            onRun={() => void navigate({ to: '/admin/configuration/history', search: { key: record.key } })}
          >
            <IconHistory size={18} aria-hidden />
          </IconAction>
          <IconAction label={words.remove(record.key)} onRun={() => onDelete(record)}>
            <IconTrash size={18} aria-hidden />
          </IconAction>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      {...list}
      list="configuration"
      label={words.table}
      columns={columns}
      rowKey={({ idConfiguration }) => idConfiguration}
      rowTone={toneOf}
      none={words.none}
    />
  );
};
