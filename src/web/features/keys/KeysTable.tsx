import type { Key } from '#contracts/keys.api.ts';
import { tokenTone } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { keys as words } from '#web/words/keys.ts';
import styles from './keys.module.css';

interface Props {
  readonly rows: readonly Key[];
  readonly state: TableState;
  readonly onEdit: (key: Key) => void;
  readonly onUsage: (key: Key) => void;
  readonly onRotate: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

const { heads } = words;

const Token = ({ token, former }: Key) => (
  <span className={styles.stack}>
    <Secret value={token} label={words.secret} bare />
    {former.map(({ visible, until }) => (
      <span key={visible + until} className={styles.note}>
        {words.former(visible)} <TimeText iso={until} />
      </span>
    ))}
  </span>
);

const Bounds = ({ dailyLimit, used, addresses, expiresAt, status }: Key) => {
  if (dailyLimit === null && addresses.length === 0 && expiresAt === null)
    return <span className={kit.muted}>{words.anywhere}</span>;
  return (
    <span className={styles.stack}>
      {dailyLimit !== null && <span>{words.used(used ?? 0, dailyLimit)}</span>}
      {expiresAt !== null && (
        <span>
          {status === 'EXPIRED' ? words.ended : words.ends} <TimeText iso={expiresAt} />
        </span>
      )}
      {addresses.length > 0 && <span className={styles.addresses}>{words.addresses(addresses)}</span>}
    </span>
  );
};

const LastUsed = ({ lastUsed }: Key) =>
  lastUsed === null ? (
    <span className={kit.muted}>{words.never}</span>
  ) : (
    <span className={styles.stack}>
      <TimeText iso={lastUsed.date} />
      <span className={styles.note}>
        {words.from} <span className={kit.code}>{lastUsed.ip}</span>
      </span>
    </span>
  );

/** The keys of a person, with what each of them may do. */
export const KeysTable = ({ rows, state, onEdit, onUsage, onRotate, onRevoke }: Props) => {
  const actionsOf = (key: Key) => {
    const isOff = key.status === 'DISABLED';
    return [
      { label: words.edit, onRun: () => onEdit(key) },
      { label: words.usage.open, onRun: () => onUsage(key) },
      ...(!isOff && key.status !== 'EXPIRED' && key.status !== 'LEAVING'
        ? [{ label: words.rotate, onRun: () => onRotate(key) }]
        : []),
      ...(!isOff && !key.first ? [{ label: words.revoke, onRun: () => onRevoke(key), danger: true }] : []),
    ];
  };
  const columns: readonly Column<Key>[] = [
    {
      key: 'name',
      head: heads.name,
      least: 130,
      grows: true,
      cell: ({ name, first }) => (
        <span className={styles.stack}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
          </span>
          {first && <span className={styles.note}>{words.first}</span>}
        </span>
      ),
    },
    { key: 'token', head: heads.token, least: 200, cell: (key) => <Token {...key} /> },
    {
      key: 'status',
      head: heads.status,
      least: 120,
      nowrap: true,
      cell: ({ status }) => <StatusBadge status={status} map={tokenTone} />,
    },
    { key: 'bounds', head: heads.bounds, least: 160, priority: 1, cell: (key) => <Bounds {...key} /> },
    { key: 'lastUsed', head: heads.lastUsed, least: 120, priority: 2, cell: (key) => <LastUsed {...key} /> },
    {
      key: 'actions',
      head: heads.actions,
      least: 90,
      sticks: true,
      align: 'end',
      cell: (key) => <RowMenu label={words.more(key.name)} actions={actionsOf(key)} />,
    },
  ];
  return (
    <DataTable
      label={words.list}
      columns={columns}
      rows={rows}
      rowKey={({ idKey }) => idKey}
      state={state}
      skeleton={2}
      none={words.none}
    />
  );
};
