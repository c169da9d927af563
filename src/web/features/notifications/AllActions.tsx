import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  notifications,
  notificationsDelete,
  notificationsRead,
  notificationsRemove,
} from '#contracts/notification.api.ts';
import { tellOf, thenClose, useCall, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { notifications as words } from '#web/words/notifications.ts';
import { useReload } from './useDoing.ts';

const { ask } = words;

interface AskProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before all are removed from sight. */
const RemoveAll = ({ opened, onClose }: AskProps) => {
  const reload = useReload();
  const { mutate, isPending } = useSend(notificationsRemove, thenClose(reload, onClose));
  return (
    <ConfirmDialog
      opened={opened}
      title={words.removeAll}
      confirm={words.removeAll}
      danger
      busy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    >
      <p className={kit.question}>
        {ask.all} {ask.allMore}
      </p>
    </ConfirmDialog>
  );
};

/** Asks for the number of notifications before all of them are gone for good. */
const RemovePhysically = ({ opened, onClose }: AskProps) => {
  const { data } = useCall(notifications, { query: { regs: 1 } }, { enabled: opened, staleTime: 0 });
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const reload = useReload();
  const close = (): void => {
    setTyped('');
    setIsWrong(false);
    onClose();
  };
  const { mutate, isPending } = useSend(notificationsDelete, thenClose(reload, close));
  const asked = String(data?.total ?? 0);
  return (
    <ConfirmDialog
      opened={opened}
      title={words.removePhysically}
      confirm={words.removePhysically}
      danger
      busy={isPending}
      onConfirm={() => (typed.trim().replaceAll(',', '') === asked ? mutate(undefined) : setIsWrong(true))}
      onClose={close}
    >
      <p className={kit.question}>
        {ask.physically} {ask.physicallyMore}
      </p>
      <TextInput
        label={ask.type(asked)}
        value={typed}
        error={isWrong ? ask.mistyped(asked) : undefined}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setIsWrong(false);
        }}
      />
    </ConfirmDialog>
  );
};

/** What can be done with all notifications at once. */
export const AllActions = () => {
  const [asking, setAsking] = useState<'all' | 'physically' | null>(null);
  const reload = useReload();
  const read = useSend(notificationsRead, { onSuccess: tellOf, onError: tellOf, onSettled: reload });
  const close = (): void => setAsking(null);
  return (
    <>
      <BusyButton variant="default" busy={read.isPending} onClick={() => read.mutate(undefined)}>
        {words.readAll}
      </BusyButton>
      <Button variant="default" onClick={() => setAsking('all')}>
        {words.removeAll}
      </Button>
      <Button variant="default" c="danger" onClick={() => setAsking('physically')}>
        {words.removePhysically}
      </Button>
      <RemoveAll opened={asking === 'all'} onClose={close} />
      <RemovePhysically opened={asking === 'physically'} onClose={close} />
    </>
  );
};
