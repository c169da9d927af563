import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type UserRecord, user } from '#contracts/users.api.ts';
import { UserRequests } from '#web/features/users/UserRequests.tsx';
import { UserResult } from '#web/features/users/UserResult.tsx';
import { UserSearchForm } from '#web/features/users/UserSearchForm.tsx';
import styles from '#web/features/users/users.module.css';
import { aDay, aPage, aTab, aText, filters, type ViewOf } from '#web/lib/filters.ts';
import { keyOf, useCall } from '#web/lib/query.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { mask } from '#web/ui/cut.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useTokenFilter } from '#web/ui/useTokenFilter.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { shell } from '#web/words/shell.ts';
import { users } from '#web/words/users.ts';

const USER_TABS = ['result', 'token', 'ip'] as const;
const VIEW = filters({
  email: aText(users.form.email),
  token: aText(users.form.token),
  tab: aTab(USER_TABS),
  startDate: aDay(users.requests.start),
  endDate: aDay(users.requests.end),
  page: aPage,
});

const WAITING_ROWS = 6;

const Waiting = () => (
  <div className={styles.waiting} aria-hidden="true">
    {Array.from({ length: WAITING_ROWS }, (_, at) => (
      <span key={at} className={kit.skeleton} />
    ))}
  </div>
);

/** What the address names a user's token by; a user without one has nothing to name. */
const idOf = ({ idToken }: UserRecord): string => String(idToken ?? '');

const PAGE = { to: '/admin/user-info' } as const;

export const UserInfoPage = () => {
  const search = useView(VIEW);
  const { email, token, tab = 'result', startDate, endDate, page = 1 } = search;
  const navigate = useNavigate();
  const filter = useTokenFilter(token);
  const queries = useQueryClient();
  const query = { ...(email !== undefined && { email }), ...(token !== undefined && { token }) };
  const asked = email !== undefined || token !== undefined;
  const { data, error, isPending, refetch } = useCall(user, { query }, { enabled: asked });
  const record = error ? undefined : data?.data;

  const go = (next: ViewOf<typeof VIEW>): void => void navigate({ ...PAGE, search: next });
  // The very same search once more asks again.
  const searchFor = async (who: { readonly email: string; readonly token: string }): Promise<void> => {
    const isOwn = record !== undefined && [record.token, mask(record.token)].includes(who.token);
    const next = { email: who.email, token: isOwn ? idOf(record) : await filter.keptOf(who.token) };
    if (next.email === email && next.token === token) void refetch();
    else go({ ...next, ...(tab !== 'result' && { tab }) });
  };
  const saved = (next: UserRecord): void => {
    const who = { email: next.email, token: idOf(next) };
    queries.setQueryData(keyOf(user, { query: who }), data && { ...data, data: next });
    void navigate({ ...PAGE, search: who, replace: true, ignoreBlocker: true });
  };
  const replaced = (present: UserRecord): void => {
    queries.setQueryData(keyOf(user, { query }), data && { ...data, data: present });
  };
  const deleted = async (): Promise<void> => {
    await navigate({ ...PAGE, search: {}, replace: true });
    document.getElementById('main')?.focus({ preventScroll: true });
    queries.removeQueries({ queryKey: keyOf(user) });
  };

  const requests = (of: UserRecord, by: 'token' | 'ip') => (
    <UserRequests
      record={of}
      by={by}
      days={{ ...(startDate && { startDate }), ...(endDate && { endDate }) }}
      page={page}
      onDays={(days) => {
        const { page: _, ...rest } = search;
        go({ ...rest, ...days });
      }}
      onPage={(next) => go({ ...search, page: next })}
    />
  );

  return (
    <>
      <PageHeader
        title={shell.pages.userInfo}
        actions={
          <>
            <SavedViews />
            <CopyLink />
          </>
        }
      />
      <UserSearchForm
        email={email ?? record?.email ?? ''}
        token={record ? mask(record.token) : filter.shown}
        onSearch={(who) => void searchFor(who)}
        onClear={() => asked && go({})}
      />
      {!asked && <p className={kit.muted}>{users.form.hint}</p>}
      {asked && isPending && <Waiting />}
      {error?.status === 404 && (
        <EmptyState title={users.none}>
          <span>{users.noneHint}</span>
        </EmptyState>
      )}
      {error && error.status !== 404 && <Failed error={error} onRetry={() => void refetch()} />}
      {record && (
        <Tabs
          label={shell.pages.userInfo}
          open={tab}
          onOpen={(next) => {
            const { page: _, ...rest } = search;
            go(VIEW.read({ ...rest, tab: next }));
          }}
          tabs={USER_TABS.map((name) => ({
            name,
            label: users.tabs[name],
            panel: () =>
              name === 'result' ? (
                <UserResult
                  key={record.token}
                  record={record}
                  onSaved={saved}
                  onMeanwhile={replaced}
                  onDeleted={() => void deleted()}
                />
              ) : (
                requests(record, name)
              ),
          }))}
        />
      )}
    </>
  );
};
