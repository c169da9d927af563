import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Static } from 'typebox';
import type { manager } from '#contracts/manager.api.ts';
import { count } from '#web/lib/numbers.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import type { Column, TableState } from '#web/ui/table-types.ts';
import { manager as words } from '#web/words/manager.ts';
import type { Clearing } from './clearing.ts';
import { isDeleted } from './deleted.ts';
import styles from './manager.module.css';
import { UsedBar } from './UsedBar.tsx';

type Reply = Static<(typeof manager)['reply']>;
type TokenRow = Reply['requestsByToken'][number];
type PairRow = Reply['relationshipIpToken'][number];

interface ListProps {
  readonly state: TableState;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Whether the page is filtered: then nothing to show does not mean that nothing was counted. */
  readonly filtered: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onClear: (clearing: Clearing) => void;
}

interface SectionProps<T> extends Omit<ListProps, 'onClear'> {
  readonly title: string;
  readonly none: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** How many there are; `rows` may be the first of them. */
  readonly total: number;
}

/** A heading and a list of which one page is shown. */
const Section = <T,>(props: SectionProps<T>) => {
  const { title, none, rows, total, filtered, page, onPage, columns, rowKey, state, error, onRetry } = props;
  const { regsPerPage } = useSession();
  // What has been cleared meanwhile may have taken the page away.
  const current = pageWithin(page, rows.length, regsPerPage);
  const shown = pageRows(rows, current, regsPerPage);
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {total > 0 && <Showing shown={shown.length} total={total} />}
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={shown}
        rowKey={rowKey}
        state={state}
        error={error}
        onRetry={onRetry}
        skeleton={3}
        empty={
          <EmptyState title={none}>
            <span>{filtered ? words.noneFiltered : words.noneToday}</span>
          </EmptyState>
        }
      />
      <Pager label={words.pages(title)} page={current} total={rows.length} regs={regsPerPage} onPage={onPage} />
    </section>
  );
};

const Actions = ({ children }: { readonly children: ReactNode }) => <span className={styles.actions}>{children}</span>;

const Token = ({ value }: { readonly value: string }) => (
  <span className={styles.token}>
    <Secret value={value} label="token" />
  </span>
);

interface JumpsProps {
  readonly token: string;
  readonly email?: string;
  /** There is no user any more whom a link could lead to. */
  readonly deleted: boolean;
}

const Jumps = ({ token, email, deleted }: JumpsProps) => (
  <>
    {!deleted && (
      <Link to="/admin/user-info" search={{ token, ...(email !== undefined && { email }) }}>
        {words.userInfo}
      </Link>
    )}
    <a href={`#/admin/audit-requests?${new URLSearchParams({ token })}`}>{words.audit}</a>
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
    { key: 'token', head: heads.token, cell: ({ token }) => <Token value={token} /> },
    { key: 'email', head: heads.email, cell: ({ email }) => <span className={styles.email}>{email}</span> },
    {
      key: 'requests',
      head: heads.requests,
      cell: ({ requests, limit, email }) => <UsedBar used={requests} limit={limit} deleted={isDeleted(email)} />,
    },
    {
      key: 'actions',
      head: heads.actions,
      align: 'end',
      cell: ({ token, email }) => (
        <Actions>
          <Jumps token={token} email={email} deleted={isDeleted(email)} />
          <Clear onClick={() => onClear({ kind: 'token', token, email })}>{words.clearToken}</Clear>
        </Actions>
      ),
    },
  ];
  const { title, none } = words.tokens;
  return (
    <Section
      {...rest}
      title={title}
      none={none}
      columns={columns}
      rows={rows}
      total={total}
      rowKey={({ token }) => token}
    />
  );
};

interface PairListProps extends ListProps, Pick<SectionProps<PairRow>, 'rows' | 'total'> {
  /** The tokens of deleted users. */
  readonly deleted: ReadonlySet<string>;
}

export const PairList = ({ rows, total, deleted, onClear, ...rest }: PairListProps) => {
  const { heads } = words.pairs;
  const columns: readonly Column<PairRow>[] = [
    { key: 'token', head: heads.token, cell: ({ token }) => <Token value={token} /> },
    { key: 'ip', head: heads.ip, cell: ({ ip }) => <CopyText value={ip} label="IP" /> },
    { key: 'requests', head: heads.requests, align: 'end', cell: ({ requests }) => count(requests) },
    {
      key: 'actions',
      head: heads.actions,
      align: 'end',
      cell: ({ token, ip }) => (
        <Actions>
          <Jumps token={token} deleted={deleted.has(token)} />
          <Clear onClick={() => onClear({ kind: 'pair', token, ip })}>{words.clearPair}</Clear>
          <Clear onClick={() => onClear({ kind: 'ip', ip })}>{words.clearIp}</Clear>
        </Actions>
      ),
    },
  ];
  const { title, none } = words.pairs;
  return (
    <Section
      {...rest}
      title={title}
      none={none}
      columns={columns}
      rows={rows}
      total={total}
      rowKey={({ token, ip }) => `${token} ${ip}`}
    />
  );
};
