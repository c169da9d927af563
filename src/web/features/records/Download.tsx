import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { imdbFetch } from '#contracts/fetch.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, useSend } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { afterName, sourceName } from './Provenance.tsx';

/** Brings a record from the sources; where none tells it, what each has said. */
export const Download = ({ id }: { readonly id: string }) => {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSend(imdbFetch, {
    onSuccess: () => {
      tell(words.fetch.downloaded(id), 'success');
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
    },
  });
  return (
    <div>
      <Button loading={isPending} onClick={() => mutate({ params: { imdbId: id }, query: {} })}>
        {words.fetch.download}
      </Button>
      {error && (
        <div>
          <Failed error={error} />
          <ul className={kit.small}>
            {error.details.map(({ field, message }) => (
              <li key={field}>
                {sourceName(field)} {afterName(field, message)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};
