import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './ListTools.module.css';

interface Around {
  readonly element: HTMLElement | null;
  readonly setElement: (element: HTMLElement | null) => void;
}

const ToolsAround = createContext<Around | null>(null);

/** A list and what stands around it: its tools are drawn where `ToolsPlace` is, and not in a line of their own. */
export const WithToolsPlace = ({ children }: { readonly children: ReactNode }) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const around = useMemo(() => ({ element, setElement }), [element]);
  return <ToolsAround value={around}>{children}</ToolsAround>;
};

/** Where the tools of a list are. */
export const ToolsPlace = () => <div ref={useContext(ToolsAround)?.setElement} className={styles.place} />;

/** The tools of a list, drawn at their place. */
export const Tools = ({ children }: { readonly children: ReactNode }) => {
  const around = useContext(ToolsAround);
  if (around === null) return <div className={`${styles.place} ${styles.own}`}>{children}</div>;
  return around.element && createPortal(children, around.element);
};
