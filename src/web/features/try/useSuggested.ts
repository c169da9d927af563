import { useDebouncedValue } from '@mantine/hooks';
import { publicSuggest, type Suggested } from '#contracts/public.api.ts';
import { keepRows, messageOf, useCall } from '#web/lib/query.ts';
import { tryIt as words } from '#web/words/try-it.ts';
import { searchIn } from './samples.ts';

const PAUSE_MS = 200;

/** What can be chosen instead of an id that is typed. */
export interface Suggestions {
  readonly options: readonly Suggested[];
  /** Why there are none; null where there is nothing to say. */
  readonly note: string | null;
  readonly isBusy: boolean;
}

/** The records that begin like what is typed, while that is no id. */
export const useSuggested = (typed: string): Suggestions => {
  const now = searchIn(typed);
  const [paused] = useDebouncedValue(now, PAUSE_MS);
  const q = now === null ? null : paused;
  const { data, error, isFetching } = useCall(
    publicSuggest,
    { query: { q: q ?? '' } },
    { ...keepRows, enabled: q !== null },
  );
  if (now === null) return { options: [], note: null, isBusy: false };
  const options = data?.data ?? [];
  const isBusy = isFetching || q !== now;
  if (options.length > 0) return { options, note: null, isBusy };
  if (isBusy) return { options, note: words.searching, isBusy };
  return { options, note: error ? words.notSearched(messageOf(error).text) : words.none(now), isBusy };
};
