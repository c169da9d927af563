import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConfigurationChange } from '#contracts/configuration.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { configuration } from '#web/words/configuration.ts';
import { Changed } from './Changed.tsx';
import styles from './configuration.module.css';
import { keyOfChange } from './difference.ts';

const words = configuration.past;

interface Props {
  readonly rows: readonly ConfigurationChange[];
  readonly state: TableState;
  readonly noneMore: ReactNode;
  readonly onRestore: (change: ConfigurationChange) => void;
}

/** The changes of the configuration, the newest first. */
export const HistoryTable = ({ onRestore, ...list }: Props) => {
  const { columns: heads } = words;
  const columns: readonly Column<ConfigurationChange>[] = [
    { key: 'at', head: heads.at, least: 170, cell: ({ at }) => <TimeText iso={at} /> },
    {
      key: 'email',
      head: heads.email,
      least: 180,
      grows: true,
      priority: 1,
      cell: ({ email }) => <span className={kit.prose}>{email ?? words.nobody}</span>,
    },
    {
      key: 'key',
      head: heads.key,
      least: 200,
      grows: true,
      cell: (change) => (
        <span className={styles.stack}>
          <code className={`${kit.codeCell} ${styles.key}`}>{keyOfChange(change)}</code>
          <span className={styles.note}>{words.actions[change.action]}</span>
        </span>
      ),
    },
    {
      key: 'change',
      head: heads.change,
      least: 260,
      grows: true,
      cell: (change) => <Changed {...change} says={words.did} />,
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 130,
      sticks: true,
      align: 'end',
      cell: (change) =>
        change.before === null ? (
          <span className={kit.muted}>–</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={words.restoreOf(keyOfChange(change), stamp(change.at))}
            onClick={() => onRestore(change)}
          >
            {words.restore}
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      {...list}
      list="configuration-history"
      label={words.table}
      columns={columns}
      rowKey={({ idChange }) => idChange}
      none={words.none}
    />
  );
};
