import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import styles from './records.module.css';

interface Props {
  /** null: it is no record that is known. */
  readonly id: string | null;
  readonly children: ReactNode;
}

/** The name of a record, which leads to its page. */
export const RecordLink = ({ id, children }: Props) =>
  id === null ? <bdi>{children}</bdi> : <Link {...pageOfRecord(id)}>{children}</Link>;

/** An id with its copy button. */
export const IdText = ({ id }: { readonly id: string | null }) =>
  id === null ? (
    <span className={kit.muted}>–</span>
  ) : (
    <span className={styles.idText}>
      <code className={kit.codeCell}>{id}</code>
      <CopyButton value={id} label={`${words.columns.imdbId} ${id}`} />
    </span>
  );
