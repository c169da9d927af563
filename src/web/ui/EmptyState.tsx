import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
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
  readonly onRetry?: (() => void) | undefined;
}

/** Something could not be loaded: why, and a way to try once more. */
export const Failed = ({ error, onRetry }: FailedProps) => (
  <div className={styles.failed} role="alert">
    <span>{errorText(error)}</span>
    {onRetry && (
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
);
