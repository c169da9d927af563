import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { imdbCreate } from '#contracts/editor.api.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import kit from '#web/ui/kit.module.css';
import { editing } from '#web/words/editing.ts';
import type { NewRecordProps } from '../tools.ts';
import { draftOf, typedValue } from './drafts.ts';
import { Inputs } from './FieldInput.tsx';
import { labelOf } from './labels.ts';
import { type Drafts, shapeOfPart } from './parts.ts';
import { type PathProblems, problemsOf } from './problems.ts';

const words = editing.create;
/** What tells a record from others; the rest is edited in its tabs. */
const FIELDS = { movie: ['title', 'type', 'year', 'plot'], name: ['name', 'birthdate', 'biography'] } as const;

interface Made {
  readonly version: string;
  readonly imdbId: string;
}

const NewRecordForm = ({ kind, onClose }: Pick<NewRecordProps, 'kind' | 'onClose'>) => {
  const navigate = useNavigate();
  const [fields] = useState(() => FIELDS[kind].map((part) => shapeOfPart(kind, part, false)));
  const [empty] = useState(
    (): Drafts => Object.fromEntries(fields.map(({ name, shape }) => [name, draftOf(shape, null)])),
  );
  const form = useRecordForm<Made, Drafts>({
    name: `new ${kind}`,
    record: null,
    valuesOf: () => empty,
    labels: Object.fromEntries(fields.map(({ name }) => [name, labelOf(name)])),
    rules: (drafts) =>
      Object.assign(
        {},
        ...fields.map((field): PathProblems => problemsOf(field, drafts[field.name] ?? '', field.name)),
      ),
    send: async (drafts) => {
      const changes = fields.map(({ name: part, shape, isNullable }) => ({
        part,
        value: typedValue(shape, drafts[part] ?? '', isNullable),
      }));
      const { imdbId } = (await call(imdbCreate, { body: { kind, changes } })).data;
      return { data: { version: imdbId, imdbId } };
    },
    onSaved: ({ imdbId }) => {
      tell(words.made(imdbId), 'success');
      onClose();
      // Later: until it has been drawn again the form has something to lose.
      window.setTimeout(() => void navigate(pageOfRecord(imdbId)));
    },
  });
  return (
    <RecordForm form={form} onLeave={onClose}>
      <p className={kit.muted}>{words.note}</p>
      <Inputs
        fields={fields}
        path=""
        label=""
        cells={form.values}
        around={{ busy: form.busy, revealed: null, problemAt: form.errorOf, hasProblem: () => false }}
        onChange={(cells) => {
          for (const { name } of fields) {
            const draft = cells[name];
            if (draft !== undefined && draft !== form.values[name]) form.set(name, draft);
          }
        }}
      />
    </RecordForm>
  );
};

/** A title or a person by hand, under an id that IMDb will not give. */
export const NewRecord = ({ kind, opened, onClose }: NewRecordProps) => (
  <FormDialog opened={opened} title={words[kind]} size={560} onClose={onClose}>
    <NewRecordForm kind={kind} onClose={onClose} />
  </FormDialog>
);
