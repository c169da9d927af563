import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import './dialog.css';
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
}: Props) => (
  <Modal
    opened={opened}
    onClose={() => !busy && onClose()}
    title={title}
    closeButtonProps={{ 'aria-label': 'Close dialog', disabled: busy }}
  >
    <div>{children}</div>
    <div className={kit.dialogActions}>
      <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
        {keep}
      </Button>
      <Button color={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={busy}>
        {confirm}
      </Button>
    </div>
  </Modal>
);
