import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './useFocusBack.ts';
import './dialog.css';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** In pixels. */
  readonly size?: number;
  /** It is closed by its own buttons and Escape, not by a click beside it. */
  readonly firm?: boolean;
  /** Another dialog stands before it, which Escape is for. */
  readonly isBehind?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page; the focus goes back to what has opened it. */
export const Dialog = ({ firm = false, isBehind = false, size, ...modal }: Props) => {
  useFocusBack(modal.opened);
  return (
    <Modal
      {...modal}
      {...(size !== undefined && { size })}
      returnFocus={false}
      closeOnClickOutside={!firm}
      closeOnEscape={!isBehind}
      closeButtonProps={{ 'aria-label': 'Close dialog' }}
    />
  );
};
