import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText } from './error-text.ts';
import './kit.css';

interface Props {
  /** The document's sentence. */
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
}

export const EmptyState = ({ title, children }: Props) => (
  <div className="kx-empty">
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
  <div className="kx-failed" role="alert">
    <span>{errorText(error)}</span>
    {onRetry && (
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
);
