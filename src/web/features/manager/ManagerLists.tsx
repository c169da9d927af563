import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Static } from 'typebox';
import type { manager } from '#contracts/manager.api.ts';
import { count } from '#web/lib/numbers.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { mask } from '#web/ui/cut.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { ToolsPlace, WithToolsPlace } from '#web/ui/ToolsPlace.tsx';
import { type Asked, tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { manager as words } from '#web/words/manager.ts';
import type { Clearing } from './clearing.ts';
import { isDeleted } from './deleted.ts';
import styles from './manager.module.css';
import { Refused, UsedBar } from './UsedBar.tsx';

type Reply = Static<(typeof manager)['reply']>;
type TokenRow = Reply['requestsByToken'][number];
type PairRow = Reply['relationshipIpToken'][number];

interface ListProps {
  readonly asked: Asked;
  /** Why there may be nothing to show. */
  readonly noneMore: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onClear: (clearing: Clearing) => void;
  /** Leads to the list as a file. */
  readonly file: ReactNode;
}

interface SectionProps<T> extends Omit<ListProps, 'onClear'> {
  readonly list: 'manager-tokens' | 'manager-pairs';
  readonly title: string;
  readonly none: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly watched: (row: T) => number;
  /** How many there are; `rows` may be the first of them. */
  readonly total: number;
}

/** A heading and a list of which one page is shown. */
const Section = <T extends object>(props: SectionProps<T>) => {
  const { list, title, none, rows, total, noneMore, page, onPage, columns, rowKey, watched, asked, file } = props;
  const { regsPerPage } = useSession();
  // What has been cleared meanwhile may have taken the page away.
  const current = pageWithin(page, rows.length, regsPerPage);
  const shown = pageRows(rows, current, regsPerPage);
  return (
    <WithToolsPlace>
      <section className={styles.section} aria-label={title}>
        <div className={styles.head}>
          <h2>{title}</h2>
          {total > 0 && <Showing shown={shown.length} total={total} />}
          <ToolsPlace />
          {file}
        </div>
        <DataTable
          list={list}
          label={title}
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          watched={watched}
          state={tableState(asked, rows.length)}
          skeleton={3}
          none={none}
          noneMore={<span>{noneMore}</span>}
        />
        <Pager label={words.pages(title)} page={current} total={rows.length} regs={regsPerPage} onPage={onPage} />
      </section>
    </WithToolsPlace>
  );
};

const Actions = ({ children }: { readonly children: ReactNode }) => <span className={styles.actions}>{children}</span>;

const Token = ({ value }: { readonly value: string }) => <Secret value={value} label="token" bare />;

interface JumpsProps {
  readonly idToken: number | null;
  readonly email: string;
  /** There is no user any more whom a link could lead to. */
  readonly deleted: boolean;
}

const Jumps = ({ idToken, email, deleted }: JumpsProps) => (
  <>
    {!deleted && (
      <Link to="/admin/user-info" search={{ token: String(idToken ?? ''), email }}>
        {words.userInfo}
      </Link>
    )}
    <a href={`#/admin/audit-requests?${new URLSearchParams({ token: String(idToken ?? '') })}`}>{words.audit}</a>
  </>
);

const Clear = ({ children, onClick }: { readonly children: string; readonly onClick: () => void }) => (
  <Button size="xs" variant="default" onClick={onClick}>
    {children}
  </Button>
);

export const TokenList = ({
  rows,
  total,
  onClear,
  ...rest
}: ListProps & Pick<SectionProps<TokenRow>, 'rows' | 'total'>) => {
  const { heads } = words.tokens;
  const columns: readonly Column<TokenRow>[] = [
    { key: 'token', head: heads.token, least: 210, cell: ({ token }) => <Token value={token} /> },
    {
      key: 'email',
      head: heads.email,
      least: 180,
      grows: true,
      cell: ({ email }) => <bdi className={styles.email}>{email}</bdi>,
    },
    {
      key: 'requests',
      head: heads.requests,
      least: 150,
      grows: true,
      cell: ({ requests, limit, refused, email }) => (
        <UsedBar used={requests} limit={limit} refused={refused} deleted={isDeleted(email)} />
      ),
    },
    {
      key: 'actions',
      head: heads.actions,
      align: 'end',
      least: 370,
      grows: true,
      sticks: true,
      cell: ({ token, idToken, email }) => (
        <Actions>
          <Jumps idToken={idToken} email={email} deleted={isDeleted(email)} />
          <Clear onClick={() => onClear({ kind: 'token', token, email })}>{words.clearToken}</Clear>
        </Actions>
      ),
    },
  ];
  const { title, none } = words.tokens;
  return (
    <Section
      {...rest}
      list="manager-tokens"
      title={title}
      none={none}
      columns={columns}
      rows={rows}
      total={total}
      rowKey={({ token }) => token}
      watched={({ requests }) => requests}
    />
  );
};

interface PairListProps extends ListProps, Pick<SectionProps<PairRow>, 'rows' | 'total'> {
  /** The tokens of deleted users. */
  readonly deleted: ReadonlySet<string>;
}

export const PairList = ({ rows, total, deleted, onClear, ...rest }: PairListProps) => {
  const { heads } = words.pairs;
  const navigate = useNavigate();
  // Beside the two buttons there is no room for links.
  const leadsOf = ({ token, idToken }: PairRow) => {
    const search = { token: String(idToken ?? '') };
    return [
      ...(deleted.has(token)
        ? []
        : [{ label: words.userInfo, onRun: () => void navigate({ to: '/admin/user-info', search }) }]),
      { label: words.audit, onRun: () => void navigate({ to: '/admin/audit-requests', search }) },
    ];
  };
  const columns: readonly Column<PairRow>[] = [
    { key: 'token', head: heads.token, least: 210, cell: ({ token }) => <Token value={token} /> },
    { key: 'ip', head: heads.ip, least: 190, cell: ({ ip }) => <CopyText value={ip} label="IP" /> },
    {
      key: 'requests',
      head: heads.requests,
      least: 140,
      grows: true,
      align: 'end',
      cell: ({ requests, refused }) => (
        <>
          {count(requests)}
          <Refused requests={refused} />
        </>
      ),
    },
    {
      key: 'actions',
      head: heads.actions,
      align: 'end',
      least: 380,
      grows: true,
      sticks: true,
      cell: (pair) => (
        <Actions>
          <Clear onClick={() => onClear({ kind: 'pair', token: pair.token, ip: pair.ip })}>{words.clearPair}</Clear>
          <Clear onClick={() => onClear({ kind: 'ip', ip: pair.ip })}>{words.clearIp}</Clear>
          <RowMenu label={words.more(mask(pair.token), pair.ip)} actions={leadsOf(pair)} />
        </Actions>
      ),
    },
  ];
  const { title, none } = words.pairs;
  return (
    <Section
      {...rest}
      list="manager-pairs"
      title={title}
      none={none}
      columns={columns}
      rows={rows}
      total={total}
      rowKey={({ token, ip }) => `${token} ${ip}`}
      watched={({ requests }) => requests}
    />
  );
};
