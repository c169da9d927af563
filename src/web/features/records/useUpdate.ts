import { useQueryClient } from '@tanstack/react-query';
import { editorParts } from '#contracts/editor.api.ts';
import { imdbUpdate } from '#contracts/fetch.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { records as words } from '#web/words/records.ts';

/** Fetches a record anew, and says how much of it has changed. */
export const useUpdate = (id: string, onSettled?: () => void) => {
  const queries = useQueryClient();
  const { mutate, isPending } = useSend(imdbUpdate, {
    onSuccess: ({ data: { changes } }) => {
      tell(words.fetch.updated(id, changes.length), 'success');
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
      void queries.invalidateQueries({ queryKey: keyOf(editorParts) });
    },
    onError: tellOf,
    ...(onSettled && { onSettled }),
  });
  return { isPending, update: (): void => mutate({ params: { imdbId: id }, query: {} }) };
};
