import { useState } from 'react';
import { imdbParts } from '#contracts/imdb.api.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import { JsonView } from '#web/ui/JsonView.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import styles from './json.module.css';
import { asksOf, planOf } from './plan.ts';
import type { RecordSearch } from './record-search.ts';
import { useOpened } from './useRecord.ts';

const { json } = words;

interface Props {
  readonly opened: boolean;
  readonly search: RecordSearch;
  readonly onClose: () => void;
}

const Answer = ({ search }: Pick<Props, 'search'>) => {
  const { id, kind } = useOpened();
  const { regsPerPage } = useSession();
  const [whole, setWhole] = useState(false);
  const body = whole ? planOf(kind, true, regsPerPage) : asksOf(kind, search, regsPerPage);
  const { data: answer, error, refetch } = useCall(imdbParts, { params: { imdbId: id }, body: [...body] });
  // As it has come: a client reads all six keys.
  const envelope = answer && {
    ...{ code: 200, data: answer.data, error: null },
    ...{ page: answer.page, total: answer.total, regs: answer.regs },
  };
  const choice = (name: string, all: boolean) => (
    <button type="button" className={kit.control} aria-pressed={whole === all} onClick={() => setWhole(all)}>
      {name}
    </button>
  );
  return (
    <div className={styles.json}>
      <fieldset className={styles.choice} aria-label={json.of}>
        {choice(json.tab, false)}
        {choice(json.record, true)}
      </fieldset>
      <CopyText value={`POST /api/admin/imdb/${id}\n${JSON.stringify(body)}`} label={json.call}>
        {`POST /api/admin/imdb/${id}`}
      </CopyText>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!answer && !error && <span className={kit.skeleton} />}
      {envelope && (
        <>
          <CopyText value={JSON.stringify(envelope, null, 2)} label={json.answer}>
            200
          </CopyText>
          <JsonView key={String(whole)} value={envelope} label={json.answer} open={3} />
        </>
      )}
    </div>
  );
};

/** What the API answers of what is looked at, as a client reads it. */
export const JsonDialog = ({ opened, search, onClose }: Props) => (
  <Dialog opened={opened} title={json.title} size={960} onClose={onClose}>
    <Answer search={search} />
  </Dialog>
);
