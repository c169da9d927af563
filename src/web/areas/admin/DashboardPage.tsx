import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { dashboard } from '#contracts/dashboard.api.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { paidActives, paidActivesExport } from '#contracts/paid.api.ts';
import { clock, tokenRegistration, tokenRegistrationExport } from '#contracts/users.api.ts';
import { IdsElsewhere } from '#web/features/ids/IdsElsewhere.tsx';
import { UnpaidSources } from '#web/features/licences/UnpaidSources.tsx';
import { type Paid, PaidActives } from '#web/features/payments/PaidActives.tsx';
import { aPage, aTab, filters } from '#web/lib/filters.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { dashboard as words } from '#web/words/dashboard.ts';
import { payments } from '#web/words/payments.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Dashboard.module.css';
import { DashboardFigures } from './DashboardFigures.tsx';

const TABS = ['tokens', 'paid', 'ids'] as const;
const VIEW = filters({ tab: aTab(TABS), page: aPage });

type Registration = Reply<typeof tokenRegistration>[number];

/** Milliseconds between two looks at the figures; a hidden tab does not look. */
const LOOK_MS = 30_000;
const VALID = { [words.yes]: 'success', [words.no]: 'danger' } as const;
const NO_ROWS: readonly Registration[] = [];
const NO_PAID: readonly Paid[] = [];

const heads = words.columns;
const COLUMNS: readonly Column<Registration>[] = [
  { key: 'token', head: heads.token, least: 210, cell: ({ token }) => <Secret value={token} label="token" bare /> },
  {
    key: 'email',
    head: heads.email,
    least: 200,
    grows: true,
    cell: ({ email }) => <bdi className={styles.foreign}>{email}</bdi>,
  },
  {
    key: 'ip',
    head: heads.ip,
    least: 140,
    priority: 1,
    cell: ({ ip }) =>
      ip === null ? <span className={kit.muted}>{words.noIp}</span> : <bdi className={kit.codeCell}>{ip}</bdi>,
  },
  {
    key: 'registered',
    head: heads.registered,
    least: 180,
    nowrap: true,
    cell: (row) => <TimeText iso={row.registrationDate} />,
  },
  {
    key: 'valid',
    head: heads.valid,
    least: 100,
    cell: ({ isValid }) => <StatusBadge status={isValid ? words.yes : words.no} map={VALID} />,
  },
];

interface PageBarProps {
  readonly shown: number;
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Nothing where everything is drawn. */
const PageBar = ({ shown, total, page, onPage }: PageBarProps) => {
  const { regsPerPage } = useSession();
  if (shown === total) return null;
  return (
    <div className={styles.bar}>
      <Showing shown={shown} total={total} />
      <Pager page={page} total={total} regs={regsPerPage} onPage={onPage} />
    </div>
  );
};

export const DashboardPage = () => {
  const navigate = useNavigate();
  const { tab = 'tokens', page: asked = 1 } = useView(VIEW);
  // The server's day: the viewer's may be another one.
  const day = useCall(clock, undefined, { staleTime: 0 });
  const date = day.data?.data.today;
  const tokens = useCall(
    tokenRegistration,
    { params: { date: date ?? '' } },
    { staleTime: 0, enabled: date !== undefined },
  );
  const paid = useCall(paidActives, undefined, { staleTime: 0 });
  const rows = { tokens: tokens.data?.data ?? NO_ROWS, paid: paid.data?.data ?? NO_PAID };
  const figures = useCall(dashboard, undefined, { staleTime: 0, refetchInterval: LOOK_MS });
  // All of them come at once; only so many are drawn.
  const { regsPerPage } = useSession();
  const total = tab === 'ids' ? 0 : rows[tab].length;
  const page = pageWithin(asked, total, regsPerPage);
  const drawn = { tokens: pageRows(rows.tokens, page, regsPerPage), paid: pageRows(rows.paid, page, regsPerPage) };

  const go = (to: (typeof TABS)[number], at = 1): void =>
    void navigate({ to: '/admin/dashboard', search: VIEW.read({ tab: to, page: at }) });
  const openUser = (email: string): void => void navigate({ to: '/admin/user-info', search: { email } });
  const refresh = (): void => {
    void day.refetch();
    if (date !== undefined) void tokens.refetch();
    void paid.refetch();
    void figures.refetch();
  };
  const bar = tab !== 'ids' && (
    <PageBar shown={drawn[tab].length} total={total} page={page} onPage={(to) => go(tab, to)} />
  );

  return (
    <>
      <PageHeader
        title={shell.pages.dashboard}
        actions={
          <>
            <SavedViews />
            <CopyLink />
            {tab === 'tokens' && (
              <ExportButton
                key={tab}
                of={tokenRegistrationExport}
                input={{ params: { date: date ?? 'today' }, query: {} }}
                listed={tokens.data && { total: rows.tokens.length }}
              />
            )}
            {tab === 'paid' && (
              <ExportButton
                key={tab}
                of={paidActivesExport}
                input={{ query: {} }}
                listed={paid.data && { total: rows.paid.length }}
              />
            )}
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={refresh}>
              {words.refresh}
            </Button>
          </>
        }
      />
      <UnpaidSources />
      <DashboardFigures day={figures.data?.data} hasFailed={figures.isError} />
      <Tabs
        label={shell.pages.dashboard}
        open={tab}
        onOpen={(next) => go(next)}
        tabs={[
          {
            name: 'tokens',
            label: words.lastTokens,
            count: tokens.data && rows.tokens.length,
            panel: () => (
              <>
                <DataTable
                  list="tokens"
                  label={words.lastTokens}
                  columns={COLUMNS}
                  rows={drawn.tokens}
                  rowKey={({ token }) => token}
                  state={tableState(day.isError ? day : tokens, rows.tokens.length)}
                  onOpen={({ email }) => openUser(email)}
                  none={words.none}
                  noneMore={<p>{words.noneMore}</p>}
                />
                {bar}
              </>
            ),
          },
          {
            name: 'paid',
            label: payments.active.tab,
            count: paid.data && rows.paid.length,
            panel: () => (
              <>
                <PaidActives
                  rows={drawn.paid}
                  state={tableState(paid, rows.paid.length)}
                  onOpen={({ paidDetail }) => openUser(paidDetail.email)}
                />
                {bar}
              </>
            ),
          },
          { name: 'ids', label: words.ids.tab, panel: () => <IdsElsewhere /> },
        ]}
      />
    </>
  );
};
