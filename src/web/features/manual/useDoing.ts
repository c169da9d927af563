import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  MOST_NAMED,
  manualClear,
  manualProgress,
  manualRemove,
  manualReprocess,
  manualUpdate,
} from '#contracts/manual.api.ts';
import { call } from '#web/lib/call.ts';
import { clearMessages, tell } from '#web/lib/messages.ts';
import { keyOf, tellOf } from '#web/lib/query.ts';
import { type Doing, inParts, refusalOf, toneOf } from './doing.ts';

const CALLS = { reprocess: manualReprocess, clear: manualClear, remove: manualRemove } as const;

const sendOne = (what: Doing['what'], query: object): Promise<{ readonly data: string }> =>
  call(CALLS[what], { query });

/** Does it, as many rows a call as a call can name, and answers what is to be said. */
const doIt = async ({ what, ids }: Doing): Promise<string> => {
  if (typeof ids === 'string') return (await sendOne(what, ids === 'all' ? {} : { type: ids })).data;
  const said: string[] = [];
  for (const part of inParts(ids, MOST_NAMED)) said.push((await sendOne(what, { manualDataIds: part.join(',') })).data);
  return said.find((one) => toneOf(one) === 'success') ?? said[0] ?? '';
};

/** Asks for the list and the progress anew. */
export const useReload = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([manualUpdate, manualProgress].map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })));
  };
};

/** Does something with rows, and says what came of it; the list is loaded anew then. */
export const useDoing = (onDone: () => void) => {
  const reload = useReload();
  const { mutate, isPending } = useMutation({
    mutationFn: (doing: Doing) => {
      clearMessages();
      return doIt(doing);
    },
    onSuccess: (said) => tell(said, toneOf(said)),
    onError: tellOf,
    // The rows go first: what opened a dialog gets the focus back only while it is there.
    onSettled: async () => {
      await reload();
      onDone();
    },
  });
  /** Whether there is something to do. */
  const isSensible = (doing: Doing): boolean => {
    const refusal = refusalOf(doing);
    if (refusal === null) return true;
    // A warning stays: one of before would hide what is below it.
    clearMessages();
    tell(refusal, 'warning');
    return false;
  };
  return { isSensible, run: mutate, busy: isPending };
};
