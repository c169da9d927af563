import { ActionIcon } from '@mantine/core';
import { IconBan, IconFilter, IconUser, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { auditClients, type AuditClients as Clients } from '#contracts/audit.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { mask } from '#web/ui/cut.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { IconAction } from '#web/ui/IconAction.tsx';
import kit from '#web/ui/kit.module.css';
import { Secret } from '#web/ui/Secret.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { audit } from '#web/words/audit.ts';
import styles from './Audit.module.css';
import own from './AuditClients.module.css';
import { Foreign } from './AuditTable.tsx';
import { DisableToken } from './DisableToken.tsx';
import { elapsed } from './elapsed.ts';
import { AUDIT, type AuditView, ORDERS } from './view.ts';

const words = audit.clients;
const { heads } = words;

type Address = Clients['addresses'][number];
type Token = Clients['tokens'][number];
const NOBODY: Clients = { startDate: null, isWhole: true, addresses: [], tokens: [] };

const number = <Row extends Address | Token>(
  key: 'requests' | '4xx' | '429',
  head: string,
  least: number,
): Column<Row> => ({ key, head, least, align: 'end', nowrap: true, cell: (row) => count(row[key]) });

const sums = <Row extends Address | Token>(): readonly Column<Row>[] => [
  number('requests', heads.requests, 100),
  number('4xx', heads.errors, 80),
  number('429', heads.refused, 80),
  {
    key: 'time',
    head: heads.time,
    least: 100,
    align: 'end',
    nowrap: true,
    cell: ({ elapsedTime }) => elapsed(elapsedTime),
  },
];

const maskOf = ({ token, idToken }: Token): string => (token === null ? String(idToken) : mask(token));

interface Props {
  readonly view: AuditView;
  /** The address cannot be asked for. */
  readonly unusable: boolean;
  /** Asks for a part of the list. */
  readonly onFilter: (filter: { readonly ip: string } | { readonly token: string }) => void;
  readonly onOrder: (order: AuditView['clients']) => void;
}

/** Who asks most of what is listed, and what can be done about it. */
export const AuditClients = ({ view, unusable, onFilter, onOrder }: Props) => {
  const navigate = useNavigate();
  const { clients: order = 'requests' } = view;
  const [asking, setAsking] = useState<{ readonly token: Token; readonly opened: boolean } | null>(null);
  const answer = useCall(
    auditClients,
    { query: { ...AUDIT.asked(view), order } },
    { ...keepRows, staleTime: 0, enabled: !unusable },
  );
  const { addresses, tokens, isWhole, startDate } = answer.data?.data ?? NOBODY;

  const byIp: readonly Column<Address>[] = [
    {
      key: 'ip',
      head: heads.ip,
      least: 150,
      grows: true,
      cell: ({ ip }) => (
        <button type="button" className={styles.pick} title={audit.detail.onlyIp(ip)} onClick={() => onFilter({ ip })}>
          <span className={kit.hidden}>{audit.detail.filterBy} </span>
          <Foreign text={ip} />
        </button>
      ),
    },
    ...sums<Address>(),
  ];
  const byToken: readonly Column<Token>[] = [
    {
      key: 'token',
      head: heads.token,
      least: 190,
      grows: true,
      cell: ({ token, status }) =>
        token === null ? (
          <span className={kit.muted}>{words.gone}</span>
        ) : (
          <>
            <Secret value={token} label="token" bare />
            {status !== null && status !== 'VALID' && <span className={kit.muted}> {words.states[status]}</span>}
          </>
        ),
    },
    ...sums<Token>(),
    {
      key: 'actions',
      head: heads.actions,
      least: 130,
      sticks: true,
      align: 'end',
      cell: (row) => (
        <span className={own.actions}>
          <IconAction label={words.only(maskOf(row))} onRun={() => onFilter({ token: String(row.idToken) })}>
            <IconFilter size={18} aria-hidden />
          </IconAction>
          <IconAction
            label={words.userInfo(maskOf(row))}
            onRun={() => void navigate({ to: '/admin/user-info', search: { token: String(row.idToken) } })}
          >
            <IconUser size={18} aria-hidden />
          </IconAction>
          {row.status !== null && !['DISABLED', 'RETIRED'].includes(row.status) && (
            <IconAction label={words.disableOf(maskOf(row))} onRun={() => setAsking({ token: row, opened: true })}>
              <IconBan size={18} aria-hidden />
            </IconAction>
          )}
        </span>
      ),
    },
  ];
  const list = { skeleton: 3, none: words.none, noneMore: <span>{words.noneMore}</span> } as const;
  return (
    <section className={own.clients} aria-label={words.label}>
      <div className={own.head}>
        <h2>{words.label}</h2>
        <fieldset className={`${styles.group} ${own.orders}`} aria-label={words.order}>
          {ORDERS.map((one) => (
            <button
              key={one}
              type="button"
              className={`${kit.control} ${styles.preset}`}
              aria-pressed={one === order}
              onClick={() => onOrder(one)}
            >
              {words.orders[one]}
            </button>
          ))}
        </fieldset>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={own.close}
          aria-label={words.close}
          onClick={() => onOrder(undefined)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {!isWhole && <p className={kit.small}>{audit.histogram.newest(stamp(startDate ?? ''))}</p>}
      <div className={own.tables}>
        <DataTable
          {...list}
          list="audit-ips"
          label={words.byIp}
          columns={byIp}
          rows={addresses}
          rowKey={({ ip }) => ip}
          state={tableState(answer, addresses.length)}
        />
        <DataTable
          {...list}
          list="audit-tokens"
          label={words.byToken}
          columns={byToken}
          rows={tokens}
          rowKey={({ idToken }) => idToken}
          state={tableState(answer, tokens.length)}
        />
      </div>
      {asking && (
        <DisableToken
          idToken={asking.token.idToken}
          token={asking.token.token ?? ''}
          opened={asking.opened}
          onDisabled={answer.refetch}
          onClose={() => setAsking({ ...asking, opened: false })}
        />
      )}
    </section>
  );
};
