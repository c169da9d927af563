import { useQueryClient } from '@tanstack/react-query';
import { type ListedUser, userEnabled, userRole, users } from '#contracts/roster.api.ts';
import { keyOf, thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { roster as words } from '#web/words/roster.ts';

/** What can be done with a user. */
export type Deed = 'admin' | 'user' | 'disable' | 'enable';

interface Props {
  readonly deed: Deed;
  readonly user: ListedUser;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before something is done with a user. A refusal is said in the alert bar. */
export const DeedDialog = ({ deed, user: { email }, opened, onClose }: Props) => {
  const queries = useQueryClient();
  const done = thenClose(() => queries.invalidateQueries({ queryKey: keyOf(users) }), onClose);
  const role = useSend(userRole, done);
  const enabled = useSend(userEnabled, done);
  const run = (): void => {
    if (deed === 'admin' || deed === 'user')
      role.mutate({ body: { email, role: deed === 'admin' ? 'ADMIN' : 'USER' } });
    else enabled.mutate({ body: { email, isEnabled: deed === 'enable' ? 1 : 0 } });
  };
  const [title, ask, end] = words.ask[deed];
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={title}
      danger={deed === 'disable'}
      busy={role.isPending || enabled.isPending}
      onConfirm={run}
      onClose={onClose}
    >
      <p className={kit.question}>
        {ask} <strong dir="auto">{email}</strong>
        {end === '?' ? '' : ' '}
        {end}
      </p>
      <p className={kit.question}>{words.notes[deed]}</p>
    </ConfirmDialog>
  );
};
