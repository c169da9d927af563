import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './EmptyState.module.css';
import { errorText } from './error-text.ts';

interface Props {
  /** The document's sentence. */
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
}

export const EmptyState = ({ title, children }: Props) => (
  <div className={styles.empty}>
    <strong>{title}</strong>
    {children}
  </div>
);

interface FailedProps {
  readonly error: unknown;
  /** Instead of what the error says. */
  readonly text?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Something could not be loaded: why, and a way to try once more. When that goes with the focus, the page gets it. */
export const Failed = ({ error, text, onRetry }: FailedProps) => {
  const retry = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = retry.current;
    return () => {
      if (button !== null && button === document.activeElement)
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className={styles.failed} role="alert">
      <span>{text ?? errorText(error)}</span>
      {onRetry && (
        <Button ref={retry} variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
};
