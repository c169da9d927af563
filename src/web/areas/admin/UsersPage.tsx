import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ListedUser, USER_ORDERS, USER_STATES, users, usersExport } from '#contracts/roster.api.ts';
import { SIGN_IN_ROLES } from '#contracts/session.ts';
import { type Deed, DeedDialog } from '#web/features/roster/DeedDialog.tsx';
import { InviteDialog } from '#web/features/roster/InviteDialog.tsx';
import { UsersTable } from '#web/features/roster/UsersTable.tsx';
import { USERS, type UsersView } from '#web/features/roster/view.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PagedList } from '#web/ui/PagedList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NOT_ASKED, tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useFilters } from '#web/ui/useFilters.ts';
import { useView } from '#web/ui/useView.ts';
import { SavedViews } from '#web/ui/views/SavedViews.tsx';
import { filtering } from '#web/words/filtering.ts';
import { roster as words } from '#web/words/roster.ts';

const NO_ROWS: readonly ListedUser[] = [];

interface Asking {
  readonly deed: Deed;
  readonly user: ListedUser;
}

export const UsersPage = () => {
  const view = useView(USERS);
  const navigate = useNavigate();
  const { regsPerPage: regs } = useSession();
  const asking = useAsked<Asking | null>(null);
  const inviting = useAsked<string | null>(null);
  const { page = 1 } = view;
  const filter = USERS.asked(view);
  const unusable = Object.keys(USERS.problems(USERS.said(view))).length > 0;
  const options = { ...keepRows, staleTime: 0, enabled: !unusable };
  const answer = useCall(users, { query: { ...filter, page, regs } }, options);
  const { data: rows = NO_ROWS } = (unusable ? undefined : answer.data) ?? {};
  const none = USERS.chips(view).length > 0 ? words.noneFiltered : words.noneYet;
  const go = (next: UsersView, replace = false): void =>
    void navigate({ to: '/admin/users', search: USERS.read(next), replace });
  const { form, text, choice } = useFilters(USERS, view, go);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => inviting.open('')}>
              {words.invite.open}
            </Button>
            <SavedViews />
            <CopyLink />
            <ExportButton of={usersExport} input={{ query: filter }} listed={answer.data} unusable={unusable} />
          </>
        }
      />
      <FilterBar label={words.filter} filters={form}>
        <TextInput label={words.filters.text} maxLength={254} {...text('text')} />
        <NativeSelect
          label={words.filters.role}
          {...choice('role', [
            { value: '', label: words.anyRole },
            ...SIGN_IN_ROLES.map((value) => ({ value, label: words.roles[value] })),
          ])}
        />
        <NativeSelect
          label={words.filters.state}
          {...choice('state', [
            { value: '', label: words.anyState },
            ...USER_STATES.map((value) => ({ value, label: words.states[value] })),
          ])}
        />
        <NativeSelect
          label={words.filters.sort}
          {...choice(
            'sort',
            USER_ORDERS.map((value, at) => ({ value: at === 0 ? '' : value, label: words.sorts[value] })),
          )}
        />
      </FilterBar>
      <PagedList
        answer={answer}
        page={unusable ? null : page}
        regs={regs}
        onPage={(to, isMended) => go({ ...view, page: to }, isMended)}
      >
        <UsersTable
          rows={rows}
          state={tableState(unusable ? NOT_ASKED : answer, rows.length)}
          noneMore={<p>{unusable ? filtering.unusable : none}</p>}
          onDeed={(deed, user) => asking.open({ deed, user })}
          onInvite={({ email }) => inviting.open(email)}
        />
      </PagedList>
      {asking.it && <DeedDialog {...asking.it} opened={asking.opened} onClose={asking.close} />}
      {inviting.it !== null && <InviteDialog email={inviting.it} opened={inviting.opened} onClose={inviting.close} />}
    </>
  );
};
