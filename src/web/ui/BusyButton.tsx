import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

interface Props extends Omit<ButtonProps, 'disabled' | 'loading'> {
  readonly busy: boolean;
  readonly type?: 'submit' | 'button';
  readonly onClick?: () => void;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}

/** A button that does nothing while something is under way, and keeps the focus. A double click is one. */
export const BusyButton = ({ busy, onClick, ...button }: Props) => (
  <Button
    {...button}
    aria-disabled={busy}
    {...(busy && { 'data-disabled': true })}
    onClick={(event: MouseEvent) => {
      if (busy || event.detail > 1) event.preventDefault();
      else onClick?.();
    }}
  />
);
