import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { editorParts, imdbHistory } from '#contracts/editor.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, useCall } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import kit from '#web/ui/kit.module.css';
import { editing as words } from '#web/words/editing.ts';
import { records } from '#web/words/records.ts';
import { partsOf } from '../editable.ts';
import styles from '../records.module.css';
import type { EditorProps } from '../tools.ts';
import { useOpened } from '../useRecord.ts';
import type { DraftRow } from './drafts.ts';
import own from './editing.module.css';
import { Inputs } from './FieldInput.tsx';
import { type Edited, editedOf, shapeOfPart } from './parts.ts';
import { RowsEditor } from './RowsEditor.tsx';
import { usePartForm } from './usePartForm.ts';

const PartForm = ({ tab, first, draftName, edited, onDone }: EditorProps & { readonly edited: Edited }) => {
  const { kind, id } = useOpened();
  const queries = useQueryClient();
  const [fields] = useState(() => partsOf(kind, tab).map((part) => shapeOfPart(kind, part, tab !== 'info')));
  const label = records.tabs[tab];
  const { form, around, set } = usePartForm({
    id,
    fields,
    edited,
    draftName,
    onSaved: (_, isChanged) => {
      tell(isChanged ? words.saved(label) : words.unchanged, isChanged ? 'success' : 'info');
      for (const endpoint of [imdbParts, editorParts, imdbHistory])
        void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
      onDone();
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isEpisode =
    form.values.type === 'E' || edited.parts.some(({ part, value }) => part === 'place' && value !== null);
  const [only] = fields;
  return (
    <section className={own.editor} aria-label={words.editOf(label)}>
      <h3 ref={heading} tabIndex={-1} className={styles.sub}>
        {words.editOf(label)}
      </h3>
      <RecordForm form={form} onLeave={onDone}>
        {only?.shape.kind === 'rows' && tab !== 'info' ? (
          <RowsEditor
            shape={only.shape}
            path={only.name}
            label={label}
            rows={form.values[only.name] as readonly DraftRow[]}
            around={around}
            inputs={Inputs}
            first={first}
            onChange={(rows) => set(only.name, rows)}
          />
        ) : (
          <Inputs
            fields={fields.filter(({ name }) => name !== 'place' || isEpisode)}
            path=""
            label=""
            cells={form.values}
            around={around}
            onChange={(cells) => {
              for (const { name } of fields) {
                const draft = cells[name];
                if (draft !== undefined && draft !== form.values[name]) set(name, draft);
              }
            }}
          />
        )}
      </RecordForm>
    </section>
  );
};

/** The open tab of a record as a form. */
export const PartEditor = (props: EditorProps) => {
  const { kind, id } = useOpened();
  const parts = partsOf(kind, props.tab).join(',');
  // What somebody else has saved a moment ago is edited, not what was read before.
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    editorParts,
    { params: { imdbId: id }, query: { parts } },
    { staleTime: 0 },
  );
  const [edited, setEdited] = useState<Edited>();
  useEffect(() => {
    if (data && isFetchedAfterMount) startTransition(() => setEdited(editedOf(data.data)));
  }, [data, isFetchedAfterMount]);
  if (error && !edited) return <Failed error={error} onRetry={() => void refetch()} />;
  return edited ? <PartForm {...props} edited={edited} /> : <span className={kit.skeleton} />;
};
