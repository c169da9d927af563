import { Tabs as MantineTabs, Scroller } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Scroller.layer.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CountBadge } from './CountBadge.tsx';
import styles from './Tabs.module.css';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** How many records the panel holds, where that is known. */
  readonly count?: number | undefined;
  /** Called while the tab is open, and only then. */
  readonly panel: () => ReactNode;
}

interface Props<Name extends string> {
  readonly tabs: readonly Tab<Name>[];
  /** What the address says. */
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
}

// Arrows and Tab lead to every tab already.
const CONTROL = { tabIndex: -1, 'aria-hidden': true } as const;

/** Tabs that stay one line, which scrolls where it has no room; a panel is made when its tab is opened. */
export const Tabs = <Name extends string>({ tabs, open, onOpen }: Props<Name>) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
  }, [open]);
  const choose = (chosen: string | null): void => {
    const tab = tabs.find(({ name }) => name === chosen);
    if (tab) onOpen(tab.name);
  };
  return (
    <MantineTabs value={open} onChange={choose} keepMounted={false} className={styles.tabs}>
      <Scroller
        classNames={{ root: styles.scroller, container: styles.container }}
        controlSize={44}
        edgeGradientColor="var(--kx-bg)"
        startControlIcon={<IconChevronLeft size={18} aria-hidden />}
        endControlIcon={<IconChevronRight size={18} aria-hidden />}
        startControlProps={CONTROL}
        endControlProps={CONTROL}
      >
        <MantineTabs.List ref={list} className={styles.list}>
          {tabs.map(({ name, label, count }) => (
            <MantineTabs.Tab key={name} value={name}>
              <span className={styles.label}>
                {label}
                {count !== undefined && <CountBadge value={count} />}
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
