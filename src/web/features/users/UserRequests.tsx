import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type UserRecord,
  userRequestsIp,
  userRequestsIpExport,
  userRequestsToken,
  userRequestsTokenExport,
} from '#contracts/users.api.ts';
import { count } from '#web/lib/numbers.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { Bars } from '#web/ui/Bars.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import kit from '#web/ui/kit.module.css';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { ToolsPlace, WithToolsPlace } from '#web/ui/ToolsPlace.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { users } from '#web/words/users.ts';
import { type DayCount, dayBars, daysBack, ipBars, utcDay } from './days.ts';
import { hasKeys } from './user-edit.ts';
import styles from './users.module.css';

const words = users.requests;
const MOST_IPS = 20;
const RANGES = [
  [words.ranges.today, 1],
  [words.ranges.week, 7],
  [words.ranges.month, 30],
] as const;

export interface Days {
  /** yyyy-mm-dd, UTC. */
  readonly startDate: string;
  readonly endDate: string;
}

interface Row extends DayCount {
  readonly ip?: string;
}

interface Props {
  readonly record: UserRecord;
  readonly by: 'token' | 'ip';
  /** What the address says; today where it says nothing. */
  readonly days: Partial<Days>;
  readonly page: number;
  readonly onDays: (days: Days) => void;
  readonly onPage: (page: number) => void;
}

interface DaysFormProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}

const DaysForm = ({ days, onDays }: DaysFormProps) => {
  const [typed, setTyped] = useState(days);
  const { startDate, endDate } = days;
  useEffect(() => setTyped({ startDate, endDate }), [startDate, endDate]);
  const backwards = typed.startDate !== '' && typed.endDate !== '' && typed.endDate < typed.startDate;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const today = utcDay(Date.now());
    if (!backwards) onDays({ startDate: typed.startDate || typed.endDate || today, endDate: typed.endDate || today });
  };
  const field = (name: keyof Days) => ({
    type: 'date',
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <search>
      <form className={styles.days} aria-label={words.label} onSubmit={submit} noValidate>
        <TextInput {...field('startDate')} label={words.start} />
        <TextInput {...field('endDate')} label={words.end} error={backwards ? words.backwards : undefined} />
        <div className={styles.buttons}>
          <Button type="submit">{words.search}</Button>
          <fieldset className={styles.ranges} aria-label={words.ranges.label}>
            {RANGES.map(([name, length]) => (
              <button
                key={name}
                type="button"
                className={kit.control}
                onClick={() => {
                  const now = Date.now();
                  onDays({ startDate: daysBack(length, now), endDate: utcDay(now) });
                }}
              >
                {name}
              </button>
            ))}
          </fieldset>
        </div>
      </form>
    </search>
  );
};

/** Requests a day of a user, by token or by address: the list and its bars. */
export const UserRequests = ({ record, by, days: asked, page: wanted, onDays, onPage }: Props) => {
  const { regsPerPage } = useSession();
  const today = utcDay(Date.now());
  const startDate = asked.startDate ?? asked.endDate ?? today;
  const endDate = asked.endDate ?? (startDate > today ? startDate : today);
  const { token, email, limit } = record;
  const query = { token, email, startDate: `${startDate}T00:00:00Z`, endDate: `${endDate}T00:00:00Z` };
  const byToken = useCall(userRequestsToken, { query }, { ...keepRows, enabled: by === 'token' });
  const byIp = useCall(userRequestsIp, { query }, { ...keepRows, enabled: by === 'ip' });
  const answer = by === 'token' ? byToken : byIp;
  const { error, refetch } = answer;
  const ipRows = byIp.data?.data ?? [];
  const nothing = error?.status === 404;
  const rows: readonly Row[] = error ? [] : by === 'token' ? (byToken.data?.data ?? []) : ipRows;
  const all = rows.reduce((sum, { numberOfRequest }) => sum + numberOfRequest, 0);
  const page = pageWithin(wanted, rows.length, regsPerPage);
  const shown = pageRows(rows, page, regsPerPage);
  const state = tableState({ ...answer, error: nothing ? null : error }, rows.length);
  const columns: readonly Column<Row>[] = [
    {
      key: 'date',
      head: words.heads.date,
      least: 120,
      nowrap: true,
      cell: ({ dateOfRequest }) => <span className={kit.time}>{dateOfRequest}</span>,
    },
    ...(by === 'ip'
      ? [
          {
            key: 'ip',
            head: words.heads.ip,
            least: 190,
            grows: true,
            cell: ({ ip = '' }: Row) => <CopyText value={ip} label="IP" />,
          },
        ]
      : []),
    {
      key: 'requests',
      head: words.heads.requests,
      align: 'end',
      least: 110,
      nowrap: true,
      cell: ({ numberOfRequest }) => count(numberOfRequest),
    },
    ...(by === 'ip'
      ? [
          {
            key: 'share',
            head: words.heads.share,
            align: 'end' as const,
            least: 80,
            nowrap: true,
            cell: ({ numberOfRequest }: Row) => `${Math.round((numberOfRequest / all) * 100)} %`,
          },
        ]
      : []),
  ];
  const bars = by === 'token' ? dayBars(rows, startDate, endDate) : ipBars(error ? [] : ipRows, MOST_IPS);

  return (
    <>
      <DaysForm
        days={{ startDate, endDate }}
        onDays={(next) => {
          // The very same days once more ask again.
          if (next.startDate === startDate && next.endDate === endDate) void refetch();
          onDays(next);
        }}
      />
      {rows.length > 0 && (
        <div className={styles.bars}>
          <Bars
            data={bars}
            caption={`${by === 'token' ? words.perDay : words.perIp} · ${words.total(all)}`}
            {...(by === 'token' && limit !== null && { limit })}
          />
        </div>
      )}
      <WithToolsPlace>
        <div className={styles.narrow}>
          <div className={styles.pages}>
            {rows.length > regsPerPage ? (
              <>
                <Showing shown={shown.length} total={rows.length} />
                <Pager page={page} total={rows.length} regs={regsPerPage} onPage={onPage} />
              </>
            ) : (
              <span />
            )}
            <ToolsPlace />
            <ExportButton
              key={by}
              of={by === 'token' ? userRequestsTokenExport : userRequestsIpExport}
              input={{ query: { ...query, token: String(record.idToken ?? '') } }}
              listed={answer.data || nothing ? { total: rows.length } : undefined}
            />
          </div>
          <DataTable
            list={`user-requests-${by}`}
            label={users.tabs[by]}
            columns={columns}
            rows={shown}
            rowKey={({ dateOfRequest, ip }) => `${dateOfRequest} ${ip}`}
            state={state}
            skeleton={3}
            none={words.none}
            noneMore={<span>{words.noneHint}</span>}
          />
          <p className={kit.muted}>
            {words.utc} {hasKeys(record) && users.keys.together}
          </p>
        </div>
      </WithToolsPlace>
    </>
  );
};
