import { type Key, keyRevoke } from '#contracts/keys.api.ts';
import { thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { keys } from '#web/words/keys.ts';
import styles from './keys.module.css';
import { useKeysChanged } from './useKeysChanged.ts';

const words = keys.revoking;

interface Props {
  readonly of: Key;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. */
export const RevokeDialog = ({ of, opened, onClose }: Props) => {
  const { mutate, isPending } = useSend(keyRevoke, thenClose(useKeysChanged(), onClose));
  return (
    <ConfirmDialog
      opened={opened}
      title={words.title}
      confirm={words.confirm}
      danger
      busy={isPending}
      onConfirm={() => mutate({ params: { id: of.idKey } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {words.ask} <strong dir="auto">{of.name}</strong>?
      </p>
      <p className={styles.hint}>{words.breaks}</p>
    </ConfirmDialog>
  );
};
