import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { manager, managerPairsExport, managerTokensExport } from '#contracts/manager.api.ts';
import { ClearDialog } from '#web/features/manager/ClearDialog.tsx';
import type { Clearing } from '#web/features/manager/clearing.ts';
import { deletedTokens } from '#web/features/manager/deleted.ts';
import { PairList, TokenList } from '#web/features/manager/ManagerLists.tsx';
import styles from '#web/features/manager/manager.module.css';
import { anAddress, aPage, aText, filters, type ViewOf } from '#web/lib/filters.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { isWholeToken } from '#web/lib/whole-token.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED } from '#web/ui/table-state.ts';
import { useFilters } from '#web/ui/useFilters.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { filtering } from '#web/words/filtering.ts';
import { manager as words } from '#web/words/manager.ts';
import { shell } from '#web/words/shell.ts';

const VIEW = filters({
  ip: anAddress(words.filters.ip, words.filters.wrongIp),
  token: aText(words.filters.token),
  /** Of the list of tokens, and of the relation. */
  page: aPage,
  pairs: aPage,
});

/** While it is on; a tab that nobody sees does not ask. */
const REFRESH_MS = 10_000;
const NONE = { requestsByToken: [], relationshipIpToken: [], tokens: 0, pairs: 0 };

export const ManagerPage = () => {
  const search = useView(VIEW);
  const { token = '', ip = '', page = 1, pairs = 1 } = search;
  const navigate = useNavigate();
  const [live, setLive] = useState(false);
  const [clearing, setClearing] = useState<Clearing | null>(null);
  const [asking, setAsking] = useState(false);

  const query = { ...(token !== '' && { token }), ...(ip !== '' && { ip }) };
  const unusable = Object.keys(VIEW.problems(VIEW.said(search))).length > 0;
  const refetchInterval = live && REFRESH_MS;
  const answer = useCall(manager, { query }, { ...keepRows, enabled: !unusable, refetchInterval });
  const { refetch } = answer;
  const data = unusable ? undefined : answer.data;
  const { requestsByToken, relationshipIpToken, tokens, pairs: pairsTotal } = data?.data ?? NONE;
  // What refreshes by itself does not dim what is read.
  const asked = { ...(unusable ? NOT_ASKED : answer), unasked: live && !answer.isPlaceholderData };

  const go = (next: ViewOf<typeof VIEW>): void => void navigate({ to: '/admin/manager', search: next });
  const { form, values, text } = useFilters(VIEW, search, (next) => {
    if (next.token === search.token && next.ip === search.ip) void refetch();
    go(next);
  });
  const nothingSo = token === '' && ip === '' ? words.noneToday : words.noneFiltered;
  const list = {
    asked,
    noneMore: unusable ? filtering.unusable : nothingSo,
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
          <>
            <span title={words.refreshHint}>
              <YesNo label={words.refresh} value={live} onChange={setLive} />
            </span>
            <SavedViews />
            <CopyLink />
          </>
        }
      >
        {words.lead}
      </PageHeader>
      <FilterBar label={words.filters.label} filters={form}>
        <TextInput label={words.filters.ip} {...text('ip')} maxLength={45} />
        <TextInput
          label={words.filters.token}
          {...text('token')}
          maxLength={100}
          classNames={{ input: isWholeToken(values.token) ? styles.secret : undefined }}
        />
      </FilterBar>
      <TokenList
        {...list}
        rows={requestsByToken}
        file={
          <ExportButton
            of={managerTokensExport}
            input={{ query }}
            listed={data && { total: tokens }}
            unusable={unusable}
          />
        }
        total={tokens}
        page={page}
        onPage={(next) => go({ ...search, page: next })}
      />
      <PairList
        {...list}
        rows={relationshipIpToken}
        file={
          <ExportButton
            of={managerPairsExport}
            input={{ query }}
            listed={data && { total: pairsTotal }}
            unusable={unusable}
          />
        }
        deleted={deletedTokens(requestsByToken)}
        total={pairsTotal}
        page={pairs}
        onPage={(next) => go({ ...search, pairs: next })}
      />
      {clearing && <ClearDialog clearing={clearing} opened={asking} onClose={() => setAsking(false)} />}
    </>
  );
};
