import { IconClockExclamation } from '@tabler/icons-react';
import type { AuditRow } from '#contracts/audit.api.ts';
import { codeTone, type Tone } from '#web/lib/status.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { mask } from '#web/ui/cut.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { audit as words } from '#web/words/audit.ts';
import { elapsed, SLOW_MS } from './elapsed.ts';
import './audit.css';

const badgeTone = (code: string): Tone => {
  const tone = codeTone(Number(code));
  return tone === 'none' ? 'neutral' : tone;
};

export const CodeBadge = ({ code }: { readonly code: number }) => <StatusBadge status={String(code)} map={badgeTone} />;

/** How long it took; what was slow says so in a word. */
export const Elapsed = ({ ms }: { readonly ms: number }) => (
  <span className="au-elapsed">
    {ms > SLOW_MS && (
      <span className="au-slow" title={words.slowHint(SLOW_MS)}>
        <IconClockExclamation size={14} aria-hidden />
        {words.slow}
      </span>
    )}
    <span>{elapsed(ms)}</span>
  </span>
);

/** What a caller has sent stays within itself, whichever way it reads. */
export const Foreign = ({ text, lines = false }: { readonly text: string; readonly lines?: boolean }) => (
  <bdi dir="ltr" className={`kx-code-cell au-foreign${lines ? ' au-lines' : ''}`}>
    {text}
  </bdi>
);

const TokenCell = ({ token }: { readonly token: string | null }) =>
  token === null ? (
    <span className="kx-muted">{words.noToken}</span>
  ) : (
    <CopyText value={token} label="token">
      {mask(token)}
    </CopyText>
  );

const heads = words.columns;
const COLUMNS: readonly Column<AuditRow>[] = [
  { key: 'ip', head: heads.ip, cell: ({ ip }) => <Foreign text={ip} />, width: '130px' },
  { key: 'token', head: heads.token, cell: ({ token }) => <TokenCell token={token} />, width: '170px' },
  { key: 'uri', head: heads.uri, cell: ({ uri }) => <Foreign text={uri} lines /> },
  { key: 'date', head: heads.date, cell: ({ requestDate }) => <TimeText iso={requestDate} />, width: '170px' },
  {
    key: 'time',
    head: heads.time,
    cell: ({ elapsedTime }) => <Elapsed ms={elapsedTime} />,
    align: 'end',
    width: '150px',
  },
  { key: 'code', head: heads.code, cell: ({ httpCode }) => <CodeBadge code={httpCode} />, width: '90px' },
  { key: 'method', head: heads.method, cell: ({ method }) => <Foreign text={method} />, width: '90px' },
];

const card = ({ ip, token, uri, requestDate, elapsedTime, httpCode, method }: AuditRow) => (
  <div className="au-card">
    <div className="au-card-head">
      <CodeBadge code={httpCode} />
      <Foreign text={method} />
      <Elapsed ms={elapsedTime} />
    </div>
    <Foreign text={uri} lines />
    <div className="au-card-foot">
      <TimeText iso={requestDate} />
      <Foreign text={ip} />
      <TokenCell token={token} />
    </div>
  </div>
);

type Props = Pick<TableProps<AuditRow>, 'rows' | 'state' | 'error' | 'onRetry' | 'empty'> & {
  readonly onOpen: (row: AuditRow) => void;
};

export const AuditTable = (props: Props) => (
  <DataTable
    {...props}
    label={words.table}
    columns={COLUMNS}
    rowKey={({ idAudit }) => idAudit}
    rowTone={({ httpCode }) => codeTone(httpCode)}
    card={card}
  />
);
