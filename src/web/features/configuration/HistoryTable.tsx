import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConfigurationChange } from '#contracts/configuration.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { configuration } from '#web/words/configuration.ts';
import styles from './configuration.module.css';
import { differenceOf } from './difference.ts';

const words = configuration.past;
const LONG = 250;

const Side = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className={kit.muted}>{configuration.empty}</span>
  ) : (
    <span className={`${kit.codeCell} ${kit.prose}`} dir="auto">
      <Truncate text={text} at={LONG} />
    </span>
  );

/** What was changed, field by field. */
export const Changed = ({ change }: { readonly change: ConfigurationChange }) => {
  const differences = differenceOf(change);
  if (differences.length === 0) return <span className={kit.muted}>{words.hidden}</span>;
  return (
    <dl className={styles.changed}>
      {differences.map(({ label, from, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {change.before !== null && (
              <>
                <span className={kit.muted}>{words.from}</span> <Side text={from} />{' '}
              </>
            )}
            {change.after !== null && (
              <>
                <span className={kit.muted}>{words.to}</span> <Side text={to} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

interface Props {
  readonly rows: readonly ConfigurationChange[];
  readonly state: TableState;
  readonly noneMore: ReactNode;
  readonly onRestore: (change: ConfigurationChange) => void;
}

export const keyOfChange = ({ before, after }: ConfigurationChange): string => after?.key ?? before?.key ?? '';

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
    { key: 'change', head: heads.change, least: 260, grows: true, cell: (change) => <Changed change={change} /> },
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
