import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Title } from '#contracts/catalog.ts';
import type { Name } from '#contracts/people.ts';
import { tell } from '#web/lib/messages.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { NotThere } from './NotThere.tsx';
import { RecordCard } from './RecordCard.tsx';
import { RecordSearchForm } from './RecordSearchForm.tsx';
import type { RecordKind, RecordSearch } from './record-search.ts';
import styles from './records.module.css';
import { type RecordTools, WithTools } from './tools.ts';
import { OpenedRecord, useRecord } from './useRecord.ts';

const WAITING_ROWS = 10;

const Waiting = () => (
  <div className={styles.waiting} aria-hidden="true">
    {Array.from({ length: WAITING_ROWS }, (_, at) => (
      <span key={at} className={kit.skeleton} />
    ))}
  </div>
);

interface Props {
  readonly kind: RecordKind;
  readonly search: RecordSearch;
  readonly tools: RecordTools;
}

/** A record of the catalogue: the search for it, and its card. */
export const RecordPage = ({ kind, search, tools }: Props) => {
  const navigate = useNavigate();
  const { id = '', all } = search;
  const isOther = id.startsWith(kind === 'movie' ? 'nm' : 'tt');
  const record = useRecord(kind, isOther ? '' : id, all === '1');
  const { data: parts, error, isPending, refetch, asked, dataUpdatedAt } = record;
  const found = (kind === 'movie' ? parts?.data.movie : parts?.data.name) as Title | Name | undefined;
  const to = (next: RecordSearch, replace = false): void =>
    void navigate({ to: pageOfRecord(kind === 'movie' ? 'tt' : 'nm').to, search: next, replace });

  // An id of the other kind has a page of its own.
  useEffect(() => {
    if (isOther) void navigate({ ...pageOfRecord(id), replace: true });
  }, [isOther, id, navigate]);

  // A merged record answers under its new id.
  const movedTo = found !== undefined && found.imdbId !== id ? found.imdbId : null;
  useEffect(() => {
    if (movedTo === null) return;
    tell(words.leadsOn(id, movedTo), 'info');
    void navigate({ ...pageOfRecord(movedTo), replace: true });
  }, [movedTo, id, navigate]);

  const searchFor = (wanted: string, getAll: boolean): void => {
    const next = { id: wanted, ...(getAll && { all: '1' as const }) };
    if (wanted.startsWith('tt') !== (kind === 'movie')) void navigate({ ...pageOfRecord(wanted), search: next });
    // The very same search once more asks again.
    else if (wanted === id && getAll === (all === '1')) void refetch();
    else to(next);
  };

  return (
    <WithTools value={tools}>
      <RecordSearchForm kind={kind} id={id} all={all === '1'} onSearch={searchFor} />
      {id === '' && <p className={kit.muted}>{words[kind].hint}</p>}
      {id !== '' && isPending && <Waiting />}
      {error?.status === 404 && <NotThere key={id} kind={kind} id={id} error={error} />}
      {error && error.status !== 404 && <Failed error={error} onRetry={() => void refetch()} />}
      {parts && found && !error && movedTo === null && (
        <OpenedRecord value={{ kind, id, asked, parts, at: dataUpdatedAt }}>
          <RecordCard key={id} search={search} onSearch={to} />
        </OpenedRecord>
      )}
    </WithTools>
  );
};
