import type { AdminAction } from '#contracts/actions.api.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { actions as words } from '#web/words/actions.ts';
import { ActionDetail } from './ActionDetail.tsx';

type Props = Pick<TableProps<AdminAction>, 'rows' | 'state' | 'noneMore'>;

const Nothing = () => <span className={kit.muted}>–</span>;

/** What administrators did, the newest first; a row unfolds to what was sent and changed. */
export const ActionsTable = (list: Props) => {
  const { columns: heads } = words;
  const columns: readonly Column<AdminAction>[] = [
    { key: 'date', head: heads.date, least: 170, nowrap: true, cell: ({ date }) => <TimeText iso={date} /> },
    {
      key: 'who',
      head: heads.who,
      least: 180,
      grows: true,
      cell: ({ email }) => (
        <span className={kit.prose}>
          <bdi>{email}</bdi>
        </span>
      ),
    },
    { key: 'call', head: heads.call, least: 240, grows: true, cell: ({ what }) => what },
    {
      key: 'about',
      head: heads.about,
      least: 180,
      grows: true,
      cell: ({ about }) =>
        about === null ? (
          <Nothing />
        ) : (
          <span className={kit.prose}>
            <bdi>{about}</bdi>
          </span>
        ),
    },
    {
      key: 'status',
      head: heads.status,
      least: 110,
      priority: 1,
      cell: ({ status }) => (status === null ? <span title={words.openHint}>{words.open}</span> : status),
    },
    { key: 'ip', head: heads.ip, least: 140, priority: 2, cell: ({ ip }) => ip },
  ];
  return (
    <DataTable
      {...list}
      list="actions"
      label={words.table}
      columns={columns}
      rowKey={({ idAction }) => idAction}
      rowTone={({ status }) => (status === null || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'none')}
      detail={(action) => <ActionDetail action={action} />}
      none={words.none}
    />
  );
};
