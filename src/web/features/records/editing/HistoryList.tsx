import { useQueryClient } from '@tanstack/react-query';
import { editorParts, imdbHistory, imdbUndo } from '#contracts/editor.api.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keepRows, keyOf, tellOf, useCall, useSend } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { editing } from '#web/words/editing.ts';
import { partName } from '../part-name.ts';
import type { RecordKind } from '../record-search.ts';
import records from '../records.module.css';
import type { HistoryProps } from '../tools.ts';
import { ChangeText } from './ChangeText.tsx';
import styles from './history.module.css';

const words = editing.history;
type Entry = Reply<typeof imdbHistory>[number];

/** A record that came in or back, noted with its file and not with what that has changed. */
const isWhole = ({ action, after }: Entry): boolean =>
  action === 'import' && typeof after === 'object' && after !== null && 'format' in after;

/** Why a change cannot be undone; null where it can. */
const whyNot = (entry: Entry): string | null =>
  entry.action === 'import' && !isWhole(entry) ? null : (words.whyNot[entry.action] ?? null);

const doneIn = (entry: Entry): string | undefined => {
  if (entry.merged !== null) return words.mergedHere(entry.merged);
  if (entry.undoOf === null) return words.actions[entry.action];
  return isWhole(entry) ? words.broughtBack : words.undid[entry.action];
};

interface EntryProps {
  readonly kind: RecordKind;
  readonly entry: Entry;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

const HistoryEntry = ({ kind, entry, busy, onUndo }: EntryProps) => {
  const { id, at, by, part, undoneBy } = entry;
  const isUndone = undoneBy !== null;
  const reason = whyNot(entry);
  const name = part === null ? '' : partName(part);
  return (
    <li className={styles.entry} data-undone={isUndone}>
      <div className={styles.head}>
        <p className={styles.what}>
          <strong>
            <bdi>{by ?? words.commandLine}</bdi>
          </strong>{' '}
          {doneIn(entry)} {name !== '' && <strong>{name}</strong>}{' '}
          <span className={`${kit.small} ${kit.muted}`}>
            <TimeText iso={at} />
          </span>
        </p>
        {isUndone && <StatusBadge status={words.undone} map={{ [words.undone]: 'neutral' }} />}
        {!isUndone && reason === null && (
          <BusyButton size="xs" variant="default" busy={busy} aria-label={words.undoOf(id)} onClick={onUndo}>
            {words.undo}
          </BusyButton>
        )}
      </div>
      <ChangeText kind={kind} entry={entry} />
      {!isUndone && reason !== null && <p className={`${kit.small} ${kit.muted}`}>{reason}</p>}
    </li>
  );
};

/** What was done to a record, by whom and when, with what was there before, and a way back. */
export const HistoryList = ({ kind, id, page, onPage }: HistoryProps) => {
  const { regsPerPage } = useSession();
  const queries = useQueryClient();
  const { data, error, refetch } = useCall(
    imdbHistory,
    { params: { imdbId: id }, query: { page, regs: regsPerPage } },
    { ...keepRows, staleTime: 0 },
  );
  const undo = useSend(imdbUndo, {
    onSuccess: () => tell(words.done, 'success'),
    onError: (failed) => {
      if (failed.reason === 'changed_meanwhile') tell(words.changedSince, 'danger');
      else tellOf(failed);
    },
    onSettled: () => {
      for (const endpoint of [imdbParts, editorParts, imdbHistory])
        void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <span className={kit.skeleton} />;
  const { data: entries, total } = data;
  if (entries.length === 0) return <EmptyState title={words.none} />;
  return (
    <>
      <ol className={styles.entries} aria-label={words.title}>
        {entries.map((entry) => (
          <HistoryEntry
            key={entry.id}
            kind={kind}
            entry={entry}
            busy={undo.isPending}
            onUndo={() => undo.mutate({ params: { id: entry.id } })}
          />
        ))}
      </ol>
      <div className={records.pages}>
        <Showing shown={entries.length} total={total ?? entries.length} />
        <Pager page={page} total={total ?? entries.length} regs={regsPerPage} onPage={onPage} />
      </div>
    </>
  );
};
