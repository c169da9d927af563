import { Button } from '@mantine/core';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { webhooks } from '#web/words/webhooks.ts';
import styles from './webhooks.module.css';

const words = webhooks.shown;

interface Props {
  readonly secret: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Shows a secret the one time that it is told, until somebody says that it is kept. */
export const SecretDialog = ({ secret, opened, onClose }: Props) => (
  <Dialog opened={opened} title={words.title}>
    <div className={styles.form}>
      <p className={styles.text}>{words.lead}</p>
      <Secret value={secret} label={words.label} />
      <Button onClick={onClose} data-autofocus>
        {words.close}
      </Button>
    </div>
  </Dialog>
);
