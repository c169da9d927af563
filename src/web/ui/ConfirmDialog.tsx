import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from './BusyButton.tsx';
import { Dialog } from './Dialog.tsx';
import kit from './kit.module.css';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** The document's sentence; the name of the object in <strong>. */
  readonly children: ReactNode;
  /** The verb on the button, such as `Delete`. */
  readonly confirm: string;
  /** The other button, where `Cancel` could be taken for what is asked about. */
  readonly keep?: string;
  readonly danger?: boolean;
  /** The call is under way: nothing can be pressed or closed. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The button that leaves all as it is has the focus, so Enter alone changes nothing. */
export const ConfirmDialog = ({
  opened,
  title,
  children,
  confirm,
  keep = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: Props) => {
  // It can still be pressed while it goes.
  const press = (act: () => void) => (): void => {
    if (opened && !busy) act();
  };
  return (
    <Dialog opened={opened} title={title} onClose={press(onClose)}>
      <div>{children}</div>
      <div className={kit.dialogActions}>
        <Button variant="default" data-autofocus onClick={press(onClose)}>
          {keep}
        </Button>
        <BusyButton busy={busy} color={danger ? 'danger' : 'primary'} onClick={press(onConfirm)}>
          {confirm}
        </BusyButton>
      </div>
    </Dialog>
  );
};
