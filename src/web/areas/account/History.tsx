import { type UserToken, userTokenRequestsExport } from '#contracts/account.api.ts';
import { barsOf, type DayRequests } from '#web/lib/day-bars.ts';
import { count } from '#web/lib/numbers.ts';
import { Bars } from '#web/ui/Bars.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';

const words = account.history;

interface Props {
  readonly answer: UserToken | null;
  readonly state: TableState;
}

const COLUMNS: readonly Column<DayRequests>[] = [
  { key: 'date', head: words.date, least: 120, grows: true, nowrap: true, cell: ({ date }) => date },
  {
    key: 'requests',
    head: words.requests,
    least: 110,
    align: 'end',
    nowrap: true,
    cell: ({ requests }) => count(requests),
  },
];

/** What most people have, as long as nothing is known. */
const USUAL: Pick<UserToken, 'limit' | 'requestsDays'> = { limit: 1_000, requestsDays: 30 };

/** Requests by day: as bars against the day's limit, as a table, and as a file. */
export const History = ({ answer, state }: Props) => {
  const rows = answer?.requests ?? [];
  const { limit, requestsDays } = answer ?? USUAL;
  const bars = barsOf(rows, requestsDays, Date.now());
  return (
    <section className={styles.section} aria-labelledby="history">
      <div className={styles.sectionHead}>
        <h2 id="history">{words.title}</h2>
        <ExportButton
          of={userTokenRequestsExport}
          input={{ query: {} }}
          listed={answer === null ? undefined : { total: rows.length }}
        />
      </div>
      {/* Their place is held from the start, and nothing moves when the first request is drawn. */}
      <div className={styles.bars} data-waits={answer === null}>
        <Bars data={bars} caption={words.caption(bars.length)} {...(limit !== null && { limit })} />
      </div>
      <DataTable
        label={words.table}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ date }) => date}
        state={state}
        skeleton={3}
        card={({ date, requests }) => (
          <div className={styles.day}>
            <span>{date}</span>
            <span>{words.ofDay(requests)}</span>
          </div>
        )}
        none={words.empty(answer?.requestsDays ?? 0)}
        noneMore={words.next}
      />
    </section>
  );
};
