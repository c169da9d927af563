import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editorParts } from '#contracts/editor.api.ts';
import { imdbUpdate } from '#contracts/fetch.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { records as words } from '#web/words/records.ts';
import { UpdatePreview } from './UpdatePreview.tsx';

/** Fetches the record anew, at once or after a look at what would change. */
export const UpdateButtons = ({ id }: { readonly id: string }) => {
  const [looking, setLooking] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending } = useSend(imdbUpdate, {
    onSuccess: ({ data: { changes } }) => {
      tell(words.fetch.updated(id, changes.length), 'success');
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
      void queries.invalidateQueries({ queryKey: keyOf(editorParts) });
    },
    onError: tellOf,
    onSettled: () => setLooking(false),
  });
  const update = (): void => mutate({ params: { imdbId: id }, query: {} });
  return (
    <>
      <Button loading={isPending} onClick={update}>
        {words.fetch.update}
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => setLooking(true)}>
        {words.fetch.preview}
      </Button>
      <UpdatePreview id={id} opened={looking} busy={isPending} onUpdate={update} onClose={() => setLooking(false)} />
    </>
  );
};
