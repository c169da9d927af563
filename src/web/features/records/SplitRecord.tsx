import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { imdbSplit } from '#contracts/editor.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { editing } from '#web/words/editing.ts';

const words = editing.split;

/** Takes away that an id leads to this record. It asks first. */
export const SplitRecord = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending } = useSend(imdbSplit, {
    onSuccess: (result) => {
      tellOf(result);
      // The button that asked goes with its row.
      document.getElementById('main')?.focus({ preventScroll: true });
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
    },
    onError: tellOf,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <button type="button" className={kit.link} aria-label={words.of(from)} onClick={() => setAsking(true)}>
        {words.one}
      </button>
      <ConfirmDialog
        opened={asking}
        title={words.of(from)}
        confirm={words.one}
        busy={isPending}
        onConfirm={() => mutate({ params: { imdbId: from } })}
        onClose={() => setAsking(false)}
      >
        {words.question(from, to)}
      </ConfirmDialog>
    </>
  );
};
