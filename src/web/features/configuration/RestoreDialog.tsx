import { type ConfigurationChange, configurationRestore } from '#contracts/configuration.api.ts';
import { tell } from '#web/lib/messages.ts';
import { thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { configuration } from '#web/words/configuration.ts';
import { Changed } from './Changed.tsx';
import styles from './configuration.module.css';
import { keyOfChange } from './difference.ts';
import { useConfigurationChanged } from './useConfigurationChanged.ts';
import { usePresent } from './usePresent.ts';

const words = configuration.past;

interface Props {
  readonly change: ConfigurationChange;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before what was there before a change is put back. A refusal is said in the alert bar. */
export const RestoreDialog = ({ change, opened, onClose }: Props) => {
  const changed = useConfigurationChanged();
  const { mutate, isPending } = useSend(configurationRestore, {
    ...thenClose(changed, onClose),
    onSuccess: ({ data }) => tell(words.restored(data.key), 'success'),
  });
  // Once it is being put back, what was said of it stays until the dialog has gone.
  const { present, isFetching, error } = usePresent(change, opened && !isPending);
  const none = present?.masked === 1 ? configuration.hidden : words.does.none;
  const [ask, when] = words.ask;
  return (
    <ConfirmDialog
      opened={opened}
      title={words.restore}
      confirm={words.restore}
      busy={isPending}
      onConfirm={() => mutate({ params: { id: change.idChange } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {ask} <strong className={styles.key}>{keyOfChange(change)}</strong> {when}
      </p>
      {error !== null && <Failed error={error} />}
      {error === null && !isFetching && (
        <Changed before={present} after={change.before} says={{ ...words.does, none }} />
      )}
    </ConfirmDialog>
  );
};
