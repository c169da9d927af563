import { TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { manager } from '#contracts/manager.api.ts';
import { ClearDialog } from '#web/features/manager/ClearDialog.tsx';
import type { Clearing } from '#web/features/manager/clearing.ts';
import { deletedTokens } from '#web/features/manager/deleted.ts';
import { PairList, TokenList } from '#web/features/manager/ManagerLists.tsx';
import styles from '#web/features/manager/manager.module.css';
import { type ManagerSearch, parseManagerSearch } from '#web/features/manager/manager-search.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { isWholeToken } from '#web/lib/whole-token.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useTokenFilter } from '#web/ui/useTokenFilter.ts';
import { YesNo } from '#web/ui/YesNo.tsx';
import { manager as words } from '#web/words/manager.ts';
import { shell } from '#web/words/shell.ts';

/** While it is on; a tab that nobody sees does not ask. */
const REFRESH_MS = 10_000;
const NONE = { requestsByToken: [], relationshipIpToken: [], tokens: 0, pairs: 0 };

export const ManagerPage = () => {
  const search = useSearch({
    from: '/admin/manager',
    select: (given) => parseManagerSearch({ ...given }),
    structuralSharing: true,
  });
  const { token = '', ip = '', page = 1, pairs = 1 } = search;
  const navigate = useNavigate();
  const filter = useTokenFilter(search.token);
  const [typed, setTyped] = useState({ token: filter.shown, ip });
  const [live, setLive] = useState(false);
  const [clearing, setClearing] = useState<Clearing | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => setTyped({ token: filter.shown, ip }), [filter.shown, ip]);

  const query = { ...(token !== '' && { token }), ...(ip !== '' && { ip }) };
  const answer = useCall(manager, { query }, { ...keepRows, refetchInterval: live && REFRESH_MS });
  const { data, refetch } = answer;
  const { requestsByToken, relationshipIpToken, tokens, pairs: pairsTotal } = data?.data ?? NONE;
  // What refreshes by itself does not dim what is read.
  const asked = { ...answer, isFetching: answer.isFetching && !live };

  const go = (next: ManagerSearch): void => void navigate({ to: '/admin/manager', search: next });
  const searchFor = async ({ token: one, ip: other }: typeof typed): Promise<void> => {
    const [nextToken, nextIp] = [await filter.keptOf(one), other.trim()];
    if (nextToken === token && nextIp === ip) void refetch();
    go({ ...(nextToken !== '' && { token: nextToken }), ...(nextIp !== '' && { ip: nextIp }) });
  };
  const field = (name: keyof typeof typed) => ({
    name,
    label: words.filters[name],
    value: typed[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  const list = {
    asked,
    filtered: token !== '' || ip !== '',
    onClear: (next: Clearing) => {
      setClearing(next);
      setAsking(true);
    },
  };

  return (
    <>
      <PageHeader
        title={shell.pages.manager}
        actions={
          <span title={words.refreshHint}>
            <YesNo label={words.refresh} value={live} onChange={setLive} />
          </span>
        }
      >
        {words.lead}
      </PageHeader>
      <FilterBar
        label={words.filters.label}
        active={Number(token !== '') + Number(ip !== '')}
        onSearch={() => void searchFor(typed)}
        onClear={() => go({})}
      >
        <TextInput {...field('ip')} maxLength={45} />
        <TextInput
          {...field('token')}
          maxLength={100}
          classNames={{ input: isWholeToken(typed.token) ? styles.secret : undefined }}
        />
      </FilterBar>
      <TokenList
        {...list}
        rows={requestsByToken}
        total={tokens}
        page={page}
        onPage={(next) => go({ ...search, page: next })}
      />
      <PairList
        {...list}
        rows={relationshipIpToken}
        deleted={deletedTokens(requestsByToken)}
        total={pairsTotal}
        page={pairs}
        onPage={(next) => go({ ...search, pairs: next })}
      />
      {clearing && <ClearDialog clearing={clearing} opened={asking} onClose={() => setAsking(false)} />}
    </>
  );
};
