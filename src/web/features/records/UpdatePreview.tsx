import { Button } from '@mantine/core';
import type { FetchedRecord, PartChange, SourceReport } from '#contracts/fetch.api.ts';
import { imdbFetch } from '#contracts/fetch.api.ts';
import { useCall } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { afterName, sourceName } from './Provenance.tsx';
import { partName } from './part-name.ts';
import styles from './records.module.css';
import own from './update.module.css';
import { ValueText } from './ValueText.tsx';

const text = words.fetch;

const Change = ({ change }: { readonly change: PartChange }) => {
  const { part, source, from, to, list } = change;
  return (
    <li>
      <strong>{partName(part)}</strong> <span className={`${kit.small} ${kit.muted}`}>{sourceName(source)}</span>
      {list === null ? (
        <dl className={own.change}>
          <dt>{text.from}</dt>
          <dd>
            <ValueText value={from} />
          </dd>
          <dt>{text.to}</dt>
          <dd>
            <ValueText value={to} />
          </dd>
        </dl>
      ) : (
        <p>
          {text.rows(list.from)} → {text.rows(list.to)} ({text.listChange(list.added, list.removed)})
        </p>
      )}
    </li>
  );
};

/** What each source has said. */
const SourceReports = ({ sources }: { readonly sources: readonly SourceReport[] }) => (
  <section aria-label={text.sources}>
    <h3 className={styles.sub}>{text.sources}</h3>
    <ul className={`${styles.messages} ${kit.small}`}>
      {sources.map(({ source, message, locked }) => (
        <li key={source}>
          <strong>{sourceName(source)}</strong> {afterName(source, message)}
          {locked.length > 0 && <> – {text.locked(locked.map(partName).join(', '))}</>}
        </li>
      ))}
    </ul>
  </section>
);

const Difference = ({ fetched }: { readonly fetched: FetchedRecord }) => {
  const { changes, others, sources } = fetched;
  return (
    <>
      {changes.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <ul className={own.changes}>
          {changes.map((change) => (
            <Change key={change.part} change={change} />
          ))}
        </ul>
      )}
      {others.titles + others.people > 0 && <p className={kit.muted}>{text.others(others.titles, others.people)}</p>}
      <SourceReports sources={sources} />
    </>
  );
};

interface Props {
  readonly id: string;
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onUpdate: () => void;
  readonly onClose: () => void;
}

/** What the sources say otherwise than the catalogue, before anything is stored. */
export const UpdatePreview = ({ id, opened, busy, onUpdate, onClose }: Props) => {
  const input = { params: { imdbId: id }, query: { preview: true } };
  const { data, error, isFetching, refetch } = useCall(imdbFetch, input, { enabled: opened, staleTime: 0 });
  return (
    <Dialog opened={opened} onClose={onClose} title={text.previewTitle} size={620} busy={busy}>
      <div aria-busy={isFetching}>
        {isFetching && <span className={kit.skeleton} />}
        {!isFetching && error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isFetching && data && !error && <Difference fetched={data.data} />}
      </div>
      <div className={kit.dialogActions}>
        <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
          {text.cancel}
        </Button>
        <Button onClick={onUpdate} loading={busy} disabled={isFetching || data === undefined || Boolean(error)}>
          {text.update}
        </Button>
      </div>
    </Dialog>
  );
};
