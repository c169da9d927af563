import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { imdbRedirect } from '#contracts/editor.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { call } from '#web/lib/call.ts';
import { keyOf, tellOf } from '#web/lib/query.ts';
import { typedId } from '#web/lib/typed-id.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { editing } from '#web/words/editing.ts';
import styles from './AddRedirect.module.css';

const words = editing.redirect;

/** Has another id lead to this record. */
export const AddRedirect = ({ to }: { readonly to: string }) => {
  const queries = useQueryClient();
  const form = useForm({
    first: { from: '' },
    rules: ({ from }) => {
      const id = typedId(from);
      if (id === null) return { from: words.noId };
      if (id === to) return { from: editing.merge.itself };
      return id.slice(0, 2) === to.slice(0, 2) ? {} : { from: words.otherKind };
    },
    inputOf: () => 'from',
    send: ({ from }) => call(imdbRedirect, { params: { imdbId: typedId(from) ?? '' }, body: { to } }),
    onSaved: (result) => {
      tellOf(result);
      form.fill({ from: '' });
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
    },
  });
  return (
    <Form form={form} className={styles.form}>
      <TextInput
        {...form.text('from')}
        label={words.field}
        description={words.hint}
        placeholder={words.example}
        spellCheck={false}
        autoComplete="off"
      />
      <BusyButton type="submit" variant="default" busy={form.busy}>
        {words.add}
      </BusyButton>
      {form.rest !== null && <p role="alert">{form.rest}</p>}
    </Form>
  );
};
