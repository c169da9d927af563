import { Link } from '@tanstack/react-router';
import type { ListedUser } from '#contracts/roster.api.ts';
import type { StatusMap } from '#web/lib/status.ts';
import { mask } from '#web/ui/cut.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { roster as words } from '#web/words/roster.ts';
import type { Deed } from './DeedDialog.tsx';

interface Props extends Pick<TableProps<ListedUser>, 'rows' | 'state' | 'noneMore'> {
  readonly onDeed: (deed: Deed, user: ListedUser) => void;
  /** A user without a password gets another link for one. */
  readonly onInvite: (user: ListedUser) => void;
}

const STATES: StatusMap = {
  [words.states.ACTIVE]: 'success',
  [words.states.DISABLED]: 'danger',
  [words.states.LEAVING]: 'warning',
  [words.states.UNCONFIRMED]: 'warning',
};

const Nothing = () => <span className={kit.muted}>–</span>;

/** Users, whose emails lead to what is known of them. */
export const UsersTable = ({ onDeed, onInvite, ...list }: Props) => {
  const { columns: heads, actions } = words;
  const actionsOf = (user: ListedUser) => [
    user.role === 'ADMIN'
      ? { label: actions.user, onRun: () => onDeed('user', user) }
      : { label: actions.admin, onRun: () => onDeed('admin', user) },
    ...(user.state === 'INVITED' ? [{ label: actions.invite, onRun: () => onInvite(user) }] : []),
    user.state === 'DISABLED'
      ? { label: actions.enable, onRun: () => onDeed('enable', user) }
      : { label: actions.disable, onRun: () => onDeed('disable', user), danger: true },
  ];
  const columns: readonly Column<ListedUser>[] = [
    {
      key: 'email',
      head: heads.email,
      least: 220,
      grows: true,
      cell: ({ email }) => (
        <span className={kit.prose}>
          <Link to="/admin/user-info" search={{ email }}>
            <bdi>{email}</bdi>
          </Link>
        </span>
      ),
    },
    { key: 'role', head: heads.role, least: 130, cell: ({ role }) => words.roles[role] },
    {
      key: 'state',
      head: heads.state,
      least: 170,
      cell: ({ state }) => <StatusBadge status={words.states[state]} map={STATES} />,
    },
    { key: 'way', head: heads.signIn, least: 120, priority: 3, cell: ({ signIn }) => words.ways[signIn] },
    {
      key: 'registered',
      head: heads.registered,
      least: 170,
      nowrap: true,
      priority: 1,
      cell: ({ registrationDate }) => <TimeText iso={registrationDate} />,
    },
    {
      key: 'signedIn',
      head: heads.signedIn,
      least: 170,
      nowrap: true,
      priority: 2,
      cell: ({ signInDate }) => <TimeText iso={signInDate} />,
    },
    { key: 'ip', head: heads.ip, least: 140, priority: 4, cell: ({ ip }) => ip ?? <Nothing /> },
    {
      key: 'token',
      head: heads.token,
      least: 130,
      priority: 5,
      cell: ({ token }) => (token === '' ? <Nothing /> : <code className={kit.codeCell}>{mask(token)}</code>),
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 90,
      sticks: true,
      align: 'end',
      cell: (user) => <RowMenu label={words.more(user.email)} actions={actionsOf(user)} />,
    },
  ];
  return (
    <DataTable
      {...list}
      list="users"
      label={words.table}
      columns={columns}
      rowKey={({ email }) => email}
      none={words.none}
    />
  );
};
