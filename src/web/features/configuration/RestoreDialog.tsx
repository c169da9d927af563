import { type ConfigurationChange, configurationRestore } from '#contracts/configuration.api.ts';
import { tell } from '#web/lib/messages.ts';
import { thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { configuration } from '#web/words/configuration.ts';
import styles from './configuration.module.css';
import { Changed, keyOfChange } from './HistoryTable.tsx';
import { useConfigurationChanged } from './useConfigurationChanged.ts';

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
      <Changed change={change} />
    </ConfirmDialog>
  );
};
