import type { ReactNode } from 'react';
import styles from './Auth.module.css';

interface Props {
  readonly text: string;
  /** What to do instead. */
  readonly children: ReactNode;
}

/** A link that leads nowhere any more. */
export const LinkRefused = ({ text, children }: Props) => (
  <div role="alert">
    <p className={styles.note} data-tone="warning">
      {text}
    </p>
    <p>{children}</p>
  </div>
);
