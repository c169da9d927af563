import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AuditRow } from '#contracts/audit.api.ts';
import styles from '#web/features/audit/Audit.module.css';
import { CodeBadge, Elapsed, Foreign } from '#web/features/audit/AuditTable.tsx';
import { curlOf, headersOf } from '#web/features/audit/curl.ts';
import { type AuditView, isMethod } from '#web/features/audit/view.ts';
import { fromLocalInput, stamp, toLocalInput } from '#web/lib/dates.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { Secret } from '#web/ui/Secret.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { useCopy } from '#web/ui/useCopy.ts';
import { audit } from '#web/words/audit.ts';

const words = audit.detail;
const heads = audit.columns;

/** A part of a view; what it names replaces what was asked for before. */
type Filter = Partial<Pick<AuditView, 'ip' | 'token' | 'status' | 'method' | 'minTime' | 'startDate' | 'endDate'>>;

interface PickProps {
  /** What choosing it does, in the tooltip. */
  readonly name: string;
  readonly onPick: () => void;
  readonly children: ReactNode;
}

/** A value to filter by. */
const Pick = ({ name, onPick, children }: PickProps) => (
  <button type="button" className={styles.pick} title={name} onClick={onPick}>
    <span className={kit.hidden}>{words.filterBy} </span>
    {children}
  </button>
);

const Headers = ({ line }: { readonly line: string }) => (
  <section>
    <h3>{words.headers}</h3>
    <dl className={`${styles.facts} ${styles.wide}`}>
      {headersOf(line).map(({ name, value }, at) => (
        <Pair key={at} name={name}>
          <Foreign text={value} />
        </Pair>
      ))}
    </dl>
    <details className={styles.section}>
      <summary>{words.raw}</summary>
      <pre className={styles.block} dir="ltr">
        {line}
      </pre>
      <CopyButton value={line} label={words.rawHeaders} />
    </details>
  </section>
);

const Pair = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Curl = ({ row }: { readonly row: AuditRow }) => {
  const command = curlOf(row, window.location.origin);
  const { state, run } = useCopy(command);
  const text = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (state === 'manual' && text.current) window.getSelection()?.selectAllChildren(text.current);
  }, [state]);
  return (
    <section aria-label={words.curlText}>
      <Button variant="default" onClick={run}>
        {words.curl}
      </Button>{' '}
      <span role="status">{{ idle: '', copied: words.copied, manual: words.manual }[state]}</span>
      <pre ref={text} className={styles.block} dir="ltr">
        {command}
      </pre>
      <p className={`${kit.small} ${kit.muted}`}>{words.curlNote}</p>
    </section>
  );
};

const Facts = ({ row, onFilter }: { readonly row: AuditRow; readonly onFilter: (filter: Filter) => void }) => {
  const { ip, token, idToken, uri, requestDate, elapsedTime, httpCode, method, requestId } = row;
  const least = Math.min(600_000, Math.floor(elapsedTime));
  return (
    <dl className={styles.facts}>
      <Pair name={heads.ip}>
        <Pick name={words.onlyIp(ip)} onPick={() => onFilter({ ip })}>
          <Foreign text={ip} />
        </Pick>
      </Pair>
      <Pair name={heads.token}>
        {token === null ? (
          audit.noToken
        ) : (
          <span className={kit.row}>
            <Secret value={token} label="token" />
            <button type="button" className={kit.control} onClick={() => onFilter({ token: String(idToken) })}>
              {words.onlyToken}
            </button>
          </span>
        )}
      </Pair>
      <Pair name={heads.uri}>
        <Foreign text={uri} /> <CopyButton value={uri} label={words.uri} />
      </Pair>
      <Pair name={heads.date}>
        <Pick
          name={words.since(stamp(requestDate))}
          onPick={() => onFilter({ startDate: fromLocalInput(toLocalInput(requestDate)) })}
        >
          <TimeText iso={requestDate} />
        </Pick>
      </Pair>
      <Pair name={heads.time}>
        <Pick name={words.onlySlower(least)} onPick={() => onFilter({ minTime: String(least) })}>
          <Elapsed ms={elapsedTime} />
        </Pick>
      </Pair>
      <Pair name={heads.code}>
        <Pick name={words.onlyCode(httpCode)} onPick={() => onFilter({ status: String(httpCode) })}>
          <CodeBadge code={httpCode} />
        </Pick>
      </Pair>
      <Pair name={heads.method}>
        {isMethod(method) ? (
          <Pick name={words.onlyMethod(method)} onPick={() => onFilter({ method })}>
            <Foreign text={method} />
          </Pick>
        ) : (
          <Foreign text={method} />
        )}
      </Pair>
      {requestId !== null && (
        <Pair name={words.id}>
          <Foreign text={requestId} /> <CopyButton value={requestId} label={words.copyId} />{' '}
          <Link to="/admin/logs" search={{ requestId }}>
            {words.lines}
          </Link>
        </Pair>
      )}
    </dl>
  );
};

interface Props {
  /** The rows of the page it was opened from, and which of them is shown; null when closed. */
  readonly opened: { readonly rows: readonly AuditRow[]; readonly at: number } | null;
  readonly onMove: (at: number) => void;
  readonly onFilter: (filter: Filter) => void;
  readonly onClose: () => void;
}

/** One request in full, beside the list. */
export const AuditDetail = ({ opened, onMove, onFilter, onClose }: Props) => {
  const row = opened?.rows[opened.at];
  const step = (name: string, to: number) => {
    const off = opened?.rows[to] === undefined;
    return (
      <button type="button" className={kit.control} aria-disabled={off} onClick={() => !off && onMove(to)}>
        {name}
      </button>
    );
  };
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size={600}
      title={words.title}
      className={styles.detail}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {opened && row && (
        <>
          <div className={styles.steps}>
            {step(words.previous, opened.at - 1)}
            {step(words.next, opened.at + 1)}
            <span className={`${kit.small} ${kit.muted}`} role="status">
              {words.place(opened.at + 1, opened.rows.length)}
            </span>
          </div>
          <p className={`${kit.small} ${kit.muted}`}>{words.hint}</p>
          <Facts key={row.idAudit} row={row} onFilter={onFilter} />
          {row.headers !== null && <Headers key={`headers ${row.idAudit}`} line={row.headers} />}
          <Curl key={`curl ${row.idAudit}`} row={row} />
        </>
      )}
    </Drawer>
  );
};
