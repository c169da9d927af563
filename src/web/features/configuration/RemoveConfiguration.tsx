import { type ConfigurationRecord, configurationDelete } from '#contracts/configuration.api.ts';
import { thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { configuration as words } from '#web/words/configuration.ts';
import styles from './configuration.module.css';
import { useConfigurationChanged } from './useConfigurationChanged.ts';

interface Props {
  readonly record: ConfigurationRecord;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a configuration is deleted. A refusal is said in the alert bar. */
export const RemoveConfiguration = ({ record: { idConfiguration, key, setting }, opened, onClose }: Props) => {
  const changed = useConfigurationChanged();
  const { mutate, isPending } = useSend(configurationDelete, thenClose(changed, onClose));
  const [ask, what] = words.deleteAsk;
  return (
    <ConfirmDialog
      opened={opened}
      title={words.deleteTitle}
      confirm={words.confirmDelete}
      danger
      busy={isPending}
      onConfirm={() => mutate({ params: { id: idConfiguration } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {ask} <strong className={styles.key}>{key}</strong> {what}
      </p>
      {setting && <p className={kit.question}>{words.deleteRead(setting.first)}</p>}
    </ConfirmDialog>
  );
};
