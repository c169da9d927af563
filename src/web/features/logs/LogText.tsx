import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LogLine } from '#contracts/logs.api.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import { cut } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { Marked } from '#web/ui/Marked.tsx';
import { logs as words } from '#web/words/logs.ts';
import styles from './logs.module.css';
import { CATEGORIES } from './view.ts';

/** Characters that are shown at first. */
const LONG = 200;

const Facts = ({ line: { idLog, log, category, requestId, idRun } }: { readonly line: LogLine }) => (
  <span className={styles.facts}>
    <span>
      {words.about} {words.categories[CATEGORIES.find((one) => one === category) ?? 4]}
    </span>
    {requestId !== null && (
      <a href={`#/admin/audit-requests?${new URLSearchParams({ all: '1', requestId })}`}>
        {words.request} {requestId}
      </a>
    )}
    {idRun !== null && (
      <Link to="/admin/logs" search={{ idRun: String(idRun) }}>
        {words.runOf(idRun)}
      </Link>
    )}
    <CopyButton value={log} label={words.copy(idLog)} />
  </span>
);

interface Props {
  readonly line: LogLine;
  /** What was searched for. */
  readonly search: string;
}

/** What a line says: cut, and all of it with what belongs to it once it is opened. */
export const LogText = ({ line, search }: Props) => {
  const [open, setOpen] = useState(false);
  const { idLog, log } = line;
  return (
    <span className={styles.cell}>
      <span className={styles.text} dir="ltr">
        <Marked text={open ? log : (cut(log, LONG) ?? log)} search={search} />
      </span>
      <button
        type="button"
        className={`${kit.icon} ${styles.chevron}`}
        aria-expanded={open}
        aria-label={open ? words.close(idLog) : words.open(idLog)}
        title={open ? words.close(idLog) : words.open(idLog)}
        onClick={() => setOpen(!open)}
      >
        <IconChevronDown size={16} aria-hidden />
      </button>
      {open && <Facts line={line} />}
    </span>
  );
};
