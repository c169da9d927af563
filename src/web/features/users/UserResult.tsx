import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { cacheEvict, type UserRecord, userDelete } from '#contracts/users.api.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { keptDraft } from '#web/ui/form/drafts.ts';
import kit from '#web/ui/kit.module.css';
import { users } from '#web/words/users.ts';
import { EmailLink } from './EmailLink.tsx';
import { PasswordLink } from './PasswordLink.tsx';
import { UserEdit } from './UserEdit.tsx';
import { UserFacts } from './UserFacts.tsx';
import { draftName } from './user-edit.ts';
import styles from './users.module.css';

interface Props {
  readonly record: UserRecord;
  readonly onSaved: (record: UserRecord) => void;
  /** Somebody else has saved it meanwhile. */
  readonly onMeanwhile: (record: UserRecord) => void;
  readonly onDeleted: () => void;
}

/** The first tab: the record, and what can be done about it. */
export const UserResult = ({ record, onSaved, onMeanwhile, onDeleted }: Props) => {
  const [editing, setEditing] = useState(() => keptDraft(draftName(record)) !== null);
  const [asking, setAsking] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!editing && wasEditing.current) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const evict = useSend(cacheEvict, { onSuccess: tellOf, onError: tellOf });
  const remove = useSend(userDelete);
  const { token, idToken, email } = record;
  const named = { token: String(idToken) };

  if (editing)
    return (
      <UserEdit
        record={record}
        onMeanwhile={onMeanwhile}
        onCancel={() => setEditing(false)}
        onSaved={(saved) => {
          setEditing(false);
          tell(users.saved, 'success');
          onSaved(saved);
        }}
      />
    );

  const confirmed = (): void =>
    remove.mutate(
      { query: { email } },
      {
        onSuccess: (result) => {
          tellOf(result);
          onDeleted();
        },
        onError: tellOf,
        onSettled: () => setAsking(false),
      },
    );

  return (
    <>
      <div className={styles.actions}>
        <Button ref={editButton} onClick={() => setEditing(true)}>
          {users.edit}
        </Button>
        <BusyButton variant="default" busy={evict.isPending} onClick={() => evict.mutate({ params: { token } })}>
          {users.clearCache}
        </BusyButton>
        <PasswordLink email={email} />
        <EmailLink email={email} />
        <Button variant="outline" color="danger" onClick={() => setAsking(true)}>
          {users.remove}
        </Button>
      </div>
      <UserFacts record={record} />
      <p className={styles.links}>
        <a href={`#/admin/audit-requests?${new URLSearchParams(named)}`}>{users.audit}</a>
        <Link to="/admin/manager" search={named}>
          {users.manager}
        </Link>
      </p>
      <ConfirmDialog
        opened={asking}
        title={users.removeTitle}
        confirm={users.remove}
        danger
        busy={remove.isPending}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
      >
        <p className={kit.question}>
          {users.removeQuestion} <strong dir="auto">{email}</strong>?
        </p>
        <p className={kit.muted}>{users.removeNote}</p>
      </ConfirmDialog>
    </>
  );
};
