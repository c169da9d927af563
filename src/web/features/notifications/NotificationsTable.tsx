import { IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Notification } from '#contracts/notification.api.ts';
import { LOG_LEVEL } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { IconAction } from '#web/ui/IconAction.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { notifications as words } from '#web/words/notifications.ts';
import styles from './notifications.module.css';

/** Characters of a detail that are shown at first, as of a log. */
const LONG = 200;

interface Props {
  readonly rows: readonly Notification[];
  readonly state: TableState;
  readonly noneMore: ReactNode;
  readonly onToggle: (notification: Notification) => void;
  readonly onRemove: (notification: Notification) => void;
}

/** Notifications, the unread ones highlighted. */
export const NotificationsTable = ({ onToggle, onRemove, ...list }: Props) => {
  const { columns: heads } = words;
  const columns: readonly Column<Notification>[] = [
    {
      key: 'message',
      head: heads.message,
      least: 220,
      grows: true,
      cell: ({ message, read }) => (
        <span className={styles.message}>
          <span className={`${kit.prose} ${read ? '' : styles.unread}`} dir="auto">
            {message}
          </span>
          {!read && <span className={styles.note}>{words.unread}</span>}
        </span>
      ),
    },
    {
      key: 'detail',
      head: heads.detail,
      least: 260,
      grows: true,
      priority: 1,
      cell: ({ messageDetail }) =>
        messageDetail === null ? (
          <span className={kit.muted}>–</span>
        ) : (
          <span className={kit.prose} dir="auto">
            <Truncate text={messageDetail} at={LONG} />
          </span>
        ),
    },
    { key: 'date', head: heads.date, least: 170, cell: ({ insertDate }) => <TimeText iso={insertDate} /> },
    {
      key: 'level',
      head: heads.level,
      least: 110,
      cell: ({ level }) => <StatusBadge status={level} map={LOG_LEVEL} />,
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 110,
      sticks: true,
      align: 'end',
      cell: (row) => (
        <span className={styles.actions}>
          <IconAction
            label={row.read ? words.toUnread(row.message) : words.toRead(row.message)}
            onRun={() => onToggle(row)}
          >
            {row.read ? <IconMailOpened size={18} aria-hidden /> : <IconMail size={18} aria-hidden />}
          </IconAction>
          <IconAction label={words.remove(row.message)} onRun={() => onRemove(row)}>
            <IconTrash size={18} aria-hidden />
          </IconAction>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      {...list}
      list="notifications"
      label={words.table}
      columns={columns}
      rowKey={({ idNotification }) => idNotification}
      rowTone={({ read }) => (read ? 'none' : 'primary')}
      none={words.none}
    />
  );
};
