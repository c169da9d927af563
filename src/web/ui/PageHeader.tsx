import type { ReactNode } from 'react';
import './kit.css';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  /** A sentence or figures under the title. */
  readonly children?: ReactNode;
}

/** The head of a page. The heading can take the focus, for who arrives by a link. */
export const PageHeader = ({ title, actions, children }: Props) => (
  <header className="kx-page-header">
    <div>
      <h1 className="kx-page" tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className="kx-muted">{children}</div>}
    </div>
    {actions !== undefined && <div className="kx-row">{actions}</div>}
  </header>
);
