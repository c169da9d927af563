import { IconClockExclamation } from '@tabler/icons-react';
import type { AuditRow } from '#contracts/audit.api.ts';
import { codeTone, type Tone } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { Secret } from '#web/ui/Secret.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { audit as words } from '#web/words/audit.ts';
import styles from './Audit.module.css';
import { elapsed, SLOW_MS } from './elapsed.ts';

const badgeTone = (code: string): Tone => {
  const tone = codeTone(Number(code));
  return tone === 'none' ? 'neutral' : tone;
};

export const CodeBadge = ({ code }: { readonly code: number }) => <StatusBadge status={String(code)} map={badgeTone} />;

/** How long it took; what was slow says so in a word. */
export const Elapsed = ({ ms }: { readonly ms: number }) => (
  <span className={styles.elapsed}>
    {ms > SLOW_MS && (
      <span className={styles.slow} title={words.slowHint(SLOW_MS)}>
        <IconClockExclamation size={14} aria-hidden />
        {words.slow}
      </span>
    )}
    <span>{elapsed(ms)}</span>
  </span>
);

/** What a caller has sent stays within itself, whichever way it reads. */
export const Foreign = ({ text, lines = false }: { readonly text: string; readonly lines?: boolean }) => (
  <bdi dir="ltr" className={`${kit.codeCell} ${styles.foreign} ${lines ? styles.lines : ''}`}>
    {text}
  </bdi>
);

const TokenCell = ({ token }: { readonly token: string | null }) =>
  token === null ? <span className={kit.muted}>{words.noToken}</span> : <Secret value={token} label="token" bare />;

const heads = words.columns;
const COLUMNS: readonly Column<AuditRow>[] = [
  { key: 'ip', head: heads.ip, least: 130, priority: 1, cell: ({ ip }) => <Foreign text={ip} /> },
  { key: 'token', head: heads.token, least: 210, cell: ({ token }) => <TokenCell token={token} /> },
  { key: 'uri', head: heads.uri, least: 200, grows: true, cell: ({ uri }) => <Foreign text={uri} lines /> },
  {
    key: 'date',
    head: heads.date,
    least: 170,
    nowrap: true,
    cell: ({ requestDate }) => <TimeText iso={requestDate} />,
  },
  {
    key: 'time',
    head: heads.time,
    cell: ({ elapsedTime }) => <Elapsed ms={elapsedTime} />,
    align: 'end',
    least: 150,
    nowrap: true,
  },
  { key: 'code', head: heads.code, least: 80, cell: ({ httpCode }) => <CodeBadge code={httpCode} /> },
  { key: 'method', head: heads.method, least: 100, priority: 2, cell: ({ method }) => <Foreign text={method} /> },
];

const card = ({ ip, token, uri, requestDate, elapsedTime, httpCode, method }: AuditRow) => (
  <div className={styles.card}>
    <div className={styles.cardHead}>
      <CodeBadge code={httpCode} />
      <Foreign text={method} />
      <Elapsed ms={elapsedTime} />
    </div>
    <Foreign text={uri} lines />
    <div className={styles.cardFoot}>
      <TimeText iso={requestDate} />
      <Foreign text={ip} />
      <TokenCell token={token} />
    </div>
  </div>
);

type Props = Pick<TableProps<AuditRow>, 'rows' | 'state' | 'none' | 'noneMore'> & {
  readonly onOpen: (row: AuditRow) => void;
};

export const AuditTable = (props: Props) => (
  <DataTable
    {...props}
    list="audit"
    label={words.table}
    columns={COLUMNS}
    rowKey={({ idAudit }) => idAudit}
    rowTone={({ httpCode }) => codeTone(httpCode)}
    card={card}
  />
);
