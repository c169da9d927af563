import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editorParts, imdbEdit, imdbHistory } from '#contracts/editor.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { editing as words } from '#web/words/editing.ts';
import { partName } from './part-name.ts';
import { useOpened } from './useRecord.ts';

/** Gives a field or part free, so that sources write there again. It asks first. */
export const UnlockButton = ({ part }: { readonly part: string }) => {
  const { id } = useOpened();
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const name = partName(part);
  const { mutate, isPending } = useSend(imdbEdit, {
    onSuccess: () => {
      tell(words.unlock.done(name), 'success');
      for (const endpoint of [imdbParts, editorParts, imdbHistory])
        void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
    onError: tellOf,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <button type="button" className={kit.link} aria-label={words.unlock.of(name)} onClick={() => setAsking(true)}>
        {words.unlock.one}
      </button>
      <ConfirmDialog
        opened={asking}
        title={words.unlock.of(name)}
        confirm={words.unlock.one}
        busy={isPending}
        onConfirm={() => mutate({ params: { imdbId: id }, body: { unlock: [part] } })}
        onClose={() => setAsking(false)}
      >
        {words.unlock.question} <strong>{name}</strong>
      </ConfirmDialog>
    </>
  );
};
