import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { imdbParts } from '#contracts/imdb.api.ts';
import { keyOf } from '#web/lib/query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { errorText } from '#web/ui/error-text.ts';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { Download } from './Download.tsx';
import { ImportFile } from './ImportFile.tsx';
import styles from './import.module.css';
import type { RecordKind } from './record-search.ts';
import records from './records.module.css';
import { useTools } from './tools.ts';

interface Props {
  readonly kind: RecordKind;
  readonly id: string;
  readonly error: unknown;
}

/** The card of a record that the catalogue does not hold: what the server says, and how it can come here. */
export const NotThere = ({ kind, id, error }: Props) => {
  const queries = useQueryClient();
  const { History } = useTools();
  const [page, setPage] = useState(1);
  return (
    <div className={styles.notThere} data-part="not-there">
      <EmptyState title={errorText(error)} />
      <Download id={id} />
      <ImportFile
        kind={kind}
        id={id}
        onImported={() => void queries.invalidateQueries({ queryKey: keyOf(imdbParts) })}
      />
      <section aria-label={words.tabs.history}>
        <h2 className={records.sub}>{words.tabs.history}</h2>
        <Suspense fallback={<span className={kit.skeleton} />}>
          <History kind={kind} id={id} page={page} onPage={setPage} />
        </Suspense>
      </section>
    </div>
  );
};
