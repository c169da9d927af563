import { useState } from 'react';
import { editorParts, imdbEdit } from '#contracts/editor.api.ts';
import { CallFailed, call } from '#web/lib/call.ts';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import type { Around } from './around.ts';
import { type Draft, isSame, typedValue } from './drafts.ts';
import { labelOf } from './labels.ts';
import { type Drafts, differencesIn, draftsOf, type Edited, editedOf } from './parts.ts';
import { inputOf, type PathProblems, problemsOf } from './problems.ts';
import type { FieldShape } from './shapes.ts';

interface Options {
  readonly id: string;
  readonly fields: readonly FieldShape[];
  readonly edited: Edited;
  readonly draftName: string;
  readonly onSaved: (edited: Edited, isChanged: boolean) => void;
}

/** The form of fields and parts of a record. Only what was changed is sent, each over the version that it was made from. */
export const usePartForm = ({ id, fields, edited, draftName, onSaved }: Options) => {
  const [revealed, setRevealed] = useState<{ readonly path: string } | null>(null);
  const params = { imdbId: id };
  const valuesOf = (record: Edited | null): Drafts => draftsOf(record ?? edited, fields);

  const send = async (drafts: Drafts, over: Edited | null): Promise<{ readonly data: Edited }> => {
    const record = over ?? edited;
    const before = valuesOf(record);
    const changed = fields.filter(({ name }) => !isSame(drafts[name] ?? '', before[name] ?? ''));
    if (changed.length === 0) return { data: record };
    const held = (name: string) => record.parts.find(({ part }) => part === name);
    const changes = changed.map(({ name: part, shape, isNullable }) => ({
      part,
      version: held(part)?.version ?? '',
      value: typedValue(shape, drafts[part] ?? '', isNullable, held(part)?.value),
    }));
    const withFresh = (fresh: Edited['parts']): Edited =>
      editedOf(record.parts.map((one) => fresh.find(({ part }) => part === one.part) ?? one));
    try {
      return { data: withFresh((await call(imdbEdit, { params, body: { changes } })).data) };
    } catch (failed) {
      if (!(failed instanceof CallFailed) || failed.reason !== 'changed_meanwhile') throw failed;
      // What is shown as theirs needs its versions; what was not touched here stays as it was read, and is not sent.
      const parts = failed.details.map(({ field }) => field).join(',');
      const present = withFresh((await call(editorParts, { params, query: { parts } })).data);
      throw new CallFailed({ ...failed, present });
    }
  };

  const form = useRecordForm<Edited, Drafts>({
    name: draftName,
    record: edited,
    valuesOf,
    labels: Object.fromEntries(fields.map(({ name }) => [name, labelOf(name)])),
    rules: (drafts, over) => {
      const before = valuesOf(over);
      return Object.assign(
        {},
        ...fields
          .filter(({ name }) => drafts[name] !== before[name])
          .map((field): PathProblems => problemsOf(field, drafts[field.name] ?? '', field.name)),
      );
    },
    inputOf: (path) => {
      const field = fields.find(({ name }) => name === path.split('.')[0]);
      return field && inputOf(field, path);
    },
    reveal: (problems) => {
      const [path] = Object.keys(problems);
      if (path !== undefined) setRevealed({ path });
    },
    differ: (theirs, yours) =>
      fields.flatMap((field) => differencesIn(field, theirs[field.name] ?? '', yours[field.name] ?? '')),
    send,
    onSaved: (next) => onSaved(next, next.version !== edited.version),
  });

  const paths = Object.keys(form.problems);
  const around: Around = {
    busy: form.busy,
    revealed,
    problemAt: form.errorOf,
    hasProblem: (path) => paths.some((one) => one === path || one.startsWith(`${path}.`)),
  };
  return { form, around, set: (name: string, draft: Draft): void => form.set(name, draft) };
};
