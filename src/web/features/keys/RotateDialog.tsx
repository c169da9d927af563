import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Key, keyRotate, OVERLAPS, type Overlap } from '#contracts/keys.api.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { keys } from '#web/words/keys.ts';
import styles from './keys.module.css';
import { useKeysChanged } from './useKeysChanged.ts';

const words = keys.rotating;
const CHOICES = (Object.keys(OVERLAPS) as Overlap[]).map((value) => ({ value, label: words.overlaps[value] }));
/** Time enough to bring the new token to where the old one is used. */
const USUAL: Overlap = '24h';

interface Props {
  readonly of: Key;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks how long the old token serves before a key gets a new one. */
export const RotateDialog = ({ of, opened, onClose }: Props) => {
  const changed = useKeysChanged();
  const [overlap, setOverlap] = useState<Overlap>(USUAL);
  const { mutate, isPending } = useSend(keyRotate, {
    onSuccess: ({ data }) => tell(words.done(data.name), 'success'),
    onError: tellOf,
    onSettled: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={words.title}
      confirm={words.confirm}
      danger={overlap === 'now'}
      busy={isPending}
      onConfirm={() => mutate({ params: { id: of.idKey }, body: { overlap } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {words.ask[0]} <strong dir="auto">{of.name}</strong> {words.ask[1]}
      </p>
      <NativeSelect
        label={words.overlap}
        data={CHOICES}
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value as Overlap)}
      />
      {of.former.length > 0 && <p className={styles.hint}>{words.note}</p>}
    </ConfirmDialog>
  );
};
