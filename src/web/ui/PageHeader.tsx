import type { ReactNode } from 'react';
import kit from './kit.module.css';
import styles from './PageHeader.module.css';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  /** A sentence or figures under the title. */
  readonly children?: ReactNode;
}

/** The head of a page. The heading can take the focus, for who arrives by a link. */
export const PageHeader = ({ title, actions, children }: Props) => (
  <header className={styles.header}>
    <div>
      <h1 className={kit.page} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className={kit.muted}>{children}</div>}
    </div>
    {actions !== undefined && <div className={kit.row}>{actions}</div>}
  </header>
);
