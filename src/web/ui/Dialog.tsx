import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './useFocusBack.ts';
import { useShield } from './useShield.ts';
import './dialog.css';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** Without it only its own buttons close it: what is shown once is not lost by Escape or a click beside it. */
  readonly onClose?: () => void;
  /** In pixels. */
  readonly size?: number;
  /** It is closed by its own buttons and Escape, not by a click beside it. */
  readonly firm?: boolean;
  /** Another dialog stands before it, which Escape is for. */
  readonly isBehind?: boolean;
  /** What was asked of it is under way: it stays. */
  readonly busy?: boolean;
  /** It is there whole the moment it opens: paper shows what stands there when the printer asks. */
  readonly instant?: boolean;
  readonly children: ReactNode;
}

/** At the bottom of the window a message has its place below the highest dialog. */
const APART = 'clamp(5dvh, var(--kx-message), 9dvh)';

/** A dialog over the page; the focus goes back to what has opened it. */
export const Dialog = ({
  firm = false,
  isBehind = false,
  busy = false,
  instant = false,
  size,
  onClose,
  ...modal
}: Props) => {
  useFocusBack(modal.opened);
  useShield(modal.opened);
  return (
    <Modal
      {...modal}
      {...(size !== undefined && { size })}
      {...(instant && { transitionProps: { duration: 0 } })}
      onClose={() => !busy && onClose?.()}
      withCloseButton={onClose !== undefined}
      returnFocus={false}
      yOffset={APART}
      closeOnClickOutside={!firm}
      closeOnEscape={!isBehind}
      closeButtonProps={{ 'aria-label': 'Close dialog', disabled: busy }}
    />
  );
};
