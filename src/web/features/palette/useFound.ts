import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Reply } from '#contracts/endpoint.ts';
import { recordSuggest } from '#contracts/lookup.api.ts';
import { userSuggest } from '#contracts/users.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { typedId } from '#web/lib/typed-id.ts';
import { isWholeToken } from '#web/lib/whole-token.ts';
import { mask } from '#web/ui/cut.ts';
import { palette as words } from '#web/words/palette.ts';
import type { Entry, Group } from './entries.ts';
import { recordIn, recordName } from './recent.ts';

const PAUSE_MS = 150;
/** Fewer characters would find half of everything. */
const LEAST = 2;
const LONGEST = 200;
const MOST_USERS = 8;

type Hit = Reply<typeof recordSuggest>[number];

const calledOf = ({ title, name, year, imdbId }: Hit): string =>
  `${title ?? name ?? imdbId}${year ? ` (${year})` : ''}`;

/** What the server finds for what is typed: titles and people by name or id, users by address or whole token. */
export const useFound = (typed: string) => {
  const navigate = useNavigate();
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const id = typedId(text);
  const isToken = isWholeToken(text);
  const asks = text.length >= LEAST && text.length <= LONGEST;
  const options = { ...keepRows, enabled: asks && id === null && !isToken };
  const titles = useCall(recordSuggest, { query: { q: text.slice(0, LONGEST), kind: 'movie' } }, options);
  const people = useCall(recordSuggest, { query: { q: text.slice(0, LONGEST), kind: 'name' } }, options);
  const users = useCall(userSuggest, { query: { text } }, { ...keepRows, enabled: asks && id === null });

  const toRecord = (imdbId: string, label: string, series?: string): Entry => ({
    name: recordName(imdbId, label),
    label,
    note: series === undefined ? imdbId : `${series} · ${imdbId}`,
    run: () => void navigate(pageOfRecord(imdbId)),
  });
  const hitsOf = (hits: readonly Hit[] | undefined): readonly Entry[] =>
    (options.enabled ? (hits ?? []) : []).map((hit) => toRecord(hit.imdbId, calledOf(hit), hit.series?.title));
  const known = asks && id === null ? (users.data?.data ?? []) : [];
  const groups: readonly Group[] = [
    {
      label: words.groups.titles,
      entries: id === null ? hitsOf(titles.data?.data) : [{ ...toRecord(id, id), name: null, label: words.byId(id) }],
    },
    { label: words.groups.people, entries: hitsOf(people.data?.data) },
    {
      label: words.groups.users,
      // Nobody's address is kept among what was gone to last: it goes with its account.
      entries: known.slice(0, MOST_USERS).map(({ email, token }) => ({
        name: null,
        label: email,
        note: token === '' ? '' : mask(token),
        run: () => void navigate({ to: '/admin/user-info', search: { email } as never }),
      })),
    },
  ];
  const all = [titles, people, users];
  return {
    groups,
    isSearching: typed.trim() !== text || all.some(({ isFetching }) => isFetching),
    hasFailed: asks && all.some(({ isError }) => isError),
    /** A record that was gone to before. */
    again: (name: string): Entry | null => {
      const record = recordIn(name);
      return record && toRecord(record.id, record.label);
    },
  };
};
