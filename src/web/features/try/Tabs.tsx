import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Tabs.module.css';

interface Props<T extends string> {
  readonly label: string;
  readonly names: readonly T[];
  readonly chosen: T;
  readonly onChoose: (name: T) => void;
  /** Beside the tabs. */
  readonly aside?: ReactNode;
  /** The panel of the chosen tab, given what names it. */
  readonly children: (panel: { readonly id: string; readonly labelledBy: string }) => ReactNode;
}

/** Tabs that follow the arrow keys. */
export const Tabs = <T extends string>({ label, names, chosen, onChoose, aside, children }: Props<T>) => {
  const id = useId();
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(chosen) + by + names.length) % names.length] ?? chosen;
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div className={styles.bar}>
        <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={keys}>
          {names.map((name) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={name === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => onChoose(name)}
            >
              {name}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {children({ id: `${id}-panel`, labelledBy: `${id}-${chosen}` })}
    </>
  );
};
