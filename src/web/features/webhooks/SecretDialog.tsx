import { Button } from '@mantine/core';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { Secret } from '#web/ui/Secret.tsx';
import { webhooks } from '#web/words/webhooks.ts';
import styles from './webhooks.module.css';

const words = webhooks.shown;

interface Props {
  readonly secret: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Shown = ({ secret, opened, onClose }: Props) => {
  const leaving = useLeaving({ isDirty: opened, busy: false }, onClose);
  return (
    <div className={styles.form}>
      <p className={styles.text}>{words.lead}</p>
      <Secret value={secret} label={words.label} />
      <Button onClick={onClose} data-autofocus>
        {words.close}
      </Button>
      <LeaveQuestion leaving={leaving} words={words} />
    </div>
  );
};

/** Shows a secret the one time that it is told, until somebody says that it is kept. */
export const SecretDialog = (props: Props) => (
  <Dialog opened={props.opened} title={words.title}>
    <Shown {...props} />
  </Dialog>
);
