import { Tabs as MantineTabs, Scroller } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Scroller.layer.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CountBadge } from './CountBadge.tsx';
import styles from './Tabs.module.css';
import { TAB_KEYS } from './tab-keys.ts';
import { useTabKeys } from './useTabKeys.ts';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** How many records the panel holds, where that is known. */
  readonly count?: number | undefined;
  /** What the count says in words. */
  readonly countName?: string | undefined;
  /** Called while the tab is open, and only then. */
  readonly panel: () => ReactNode;
}

interface Props<Name extends string> {
  /** What the tabs are of. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  /** What the address says. */
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  /** The pointer has come to a tab: it may be opened next. */
  readonly onNear?: (name: Name) => void;
  /** Within the panel of other tabs. */
  readonly small?: boolean;
  /** Keys lead to the tab before and after, wherever the focus is: of one row of tabs on a page. */
  readonly keys?: boolean;
}

// Arrows and Tab lead to every tab already.
const CONTROL = { tabIndex: -1, 'aria-hidden': true } as const;
const KEYS = {
  'aria-keyshortcuts': Object.keys(TAB_KEYS).join(' '),
  title: `${Object.keys(TAB_KEYS).join(' and ')} lead to the tab before and after`,
} as const;

/** Tabs that stay one line, which scrolls where it has no room; a panel is made when its tab is opened. */
export const Tabs = <Name extends string>(props: Props<Name>) => {
  const { label, tabs, open, onOpen, onNear, small = false, keys = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useTabKeys(root, { names: tabs.map(({ name }) => name), open, onOpen, on: keys });
  useEffect(() => {
    const row = root.current;
    if (row === null) return;
    const show = (): void =>
      list.current
        ?.querySelector('[aria-selected=true]')
        ?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
    // In the next frame: until then the router puts every scrolled box back to where it was on the page before.
    const frame = requestAnimationFrame(show);
    let width = row.clientWidth;
    // Nor is it lost where the row gets narrower.
    const observer = new ResizeObserver(() => {
      if (row.clientWidth === width) return;
      width = row.clientWidth;
      show();
    });
    observer.observe(row);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [open]);
  const choose = (chosen: string | null): void => {
    const tab = tabs.find(({ name }) => name === chosen);
    if (tab) onOpen(tab.name);
  };
  return (
    <MantineTabs
      ref={root}
      value={open}
      onChange={choose}
      keepMounted={false}
      variant={small ? 'pills' : 'default'}
      className={styles.tabs}
    >
      <Scroller
        classNames={{ root: small ? undefined : styles.scroller, container: styles.container }}
        controlSize={44}
        edgeGradientColor="var(--kx-bg)"
        startControlIcon={<IconChevronLeft size={18} aria-hidden />}
        endControlIcon={<IconChevronRight size={18} aria-hidden />}
        startControlProps={CONTROL}
        endControlProps={CONTROL}
      >
        <MantineTabs.List ref={list} aria-label={label} className={styles.list} {...(keys && KEYS)}>
          {tabs.map(({ name, label: text, count, countName }) => (
            <MantineTabs.Tab key={name} value={name} onPointerEnter={() => onNear?.(name)}>
              <span className={styles.label}>
                {text}
                {count !== undefined && <CountBadge value={count} name={countName} />}
              </span>
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
      </Scroller>
      {tabs.map(({ name, panel }) => (
        <MantineTabs.Panel key={name} value={name} className={styles.panel}>
          {name === open && panel()}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
};
