import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Title } from '#contracts/catalog.ts';
import { imdbMerge } from '#contracts/editor.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { seasonSummary } from '#contracts/lookup.api.ts';
import type { Name } from '#contracts/people.ts';
import { call } from '#web/lib/call.ts';
import { counted } from '#web/lib/numbers.ts';
import { keyOf, tellOf, useCall } from '#web/lib/query.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { errorText } from '#web/ui/error-text.ts';
import { Form } from '#web/ui/form/Form.tsx';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { editing } from '#web/words/editing.ts';
import { forms } from '#web/words/forms.ts';
import { records } from '#web/words/records.ts';
import { typedId } from '../../../lib/typed-id.ts';
import { RecordSuggest } from '../RecordSuggest.tsx';
import type { RecordKind } from '../record-search.ts';
import type { MergeProps } from '../tools.ts';
import { useOpened } from '../useRecord.ts';

const words = editing.merge;

interface Credited {
  readonly data: readonly { readonly filmographiesNames: readonly unknown[] }[];
}

const some = (many: number, thing: string): string | null => (many > 0 ? counted(many, thing) : null);

/** What goes along with a record: its episodes, or its credits; null where nothing does or it is not known yet. */
const useAlong = (kind: RecordKind, id: string, opened: boolean): string | null => {
  const params = { imdbId: id };
  const seasons = useCall(seasonSummary, { params }, { enabled: opened && kind === 'movie' });
  const credits = useCall(
    imdbParts,
    { params, body: [{ data: 'filmography', extraParams: { regs: 200 } }] },
    { enabled: opened && kind === 'name' },
  );
  if (kind === 'movie') {
    const found = seasons.data?.data.seasons;
    return found
      ? some(
          found.reduce((sum, { count }) => sum + count, 0),
          'episode',
        )
      : null;
  }
  const found = credits.data?.data.filmography as Credited | undefined;
  return found
    ? some(
        found.data.reduce((sum, one) => sum + one.filmographiesNames.length, 0),
        'credit',
      )
    : null;
};

/** The record that another one is merged into, as far as its id is known. */
const Target = ({ kind, into }: { readonly kind: RecordKind; readonly into: string }) => {
  const { data, error } = useCall(imdbParts, { params: { imdbId: into }, body: [{ data: kind }] });
  if (error) return <p role="alert">{errorText(error)}</p>;
  const found = data?.data[kind] as Title | Name | undefined;
  if (found === undefined) return <span className={kit.skeleton} />;
  const { title, year = null } = 'title' in found ? found : { title: found.name };
  return (
    <p data-part="target">
      {words.target} <strong>{year === null ? title : `${title} (${year})`}</strong>, {found.imdbId}
    </p>
  );
};

/** Merges a record into another: which one, and what becomes of everything. */
export const MergeDialog = ({ title, opened, onClose }: MergeProps) => {
  const { kind, id } = useOpened();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const along = useAlong(kind, id, opened);
  const form = useForm({
    first: { into: '' },
    labels: { into: records.imdbId },
    rules: ({ into }) => {
      const wanted = typedId(into);
      if (wanted === null) return { into: into.trim() === '' ? records.required : words.noId };
      if (wanted === id) return { into: words.itself };
      return wanted.slice(0, 2) === id.slice(0, 2) ? {} : { into: words.otherKind };
    },
    reasons: { title_unknown: 'into', name_unknown: 'into' },
    send: ({ into }) => call(imdbMerge, { params: { imdbId: id }, body: { into: typedId(into) ?? '' } }),
    onSaved: (result) => {
      tellOf(result);
      onClose();
      void navigate(pageOfRecord(wanted ?? id)).then(() => queries.invalidateQueries({ queryKey: keyOf(imdbParts) }));
    },
  });
  const { into } = form.values;
  const wanted = typedId(into);
  const isTarget = wanted !== null && wanted !== id && wanted.slice(0, 2) === id.slice(0, 2);
  return (
    <FormDialog opened={opened} title={words.title(id)} size={520} onClose={() => !form.busy && onClose()}>
      <Form form={form}>
        <RecordSuggest
          kind={kind}
          label={words.field}
          placeholder={editing.hints.id}
          required
          readOnly={form.busy}
          value={into}
          error={form.errorOf('into')}
          path="into"
          data-autofocus
          onType={(text) => form.set('into', text)}
          onChoose={({ imdbId }) => form.set('into', imdbId)}
        />
        {isTarget && <Target kind={kind} into={wanted} />}
        <p className={kit.question}>
          <bdi>{title}</bdi> {words.leads} {along !== null && words.along(along)}
        </p>
        <p className={kit.muted}>{words.note}</p>
        {form.rest !== null && <p role="alert">{form.rest}</p>}
        <div className={kit.dialogActions}>
          <Button variant="default" onClick={() => !form.busy && onClose()}>
            {forms.cancel}
          </Button>
          <BusyButton type="submit" busy={form.busy} color="danger">
            {words.merge}
          </BusyButton>
        </div>
      </Form>
    </FormDialog>
  );
};
