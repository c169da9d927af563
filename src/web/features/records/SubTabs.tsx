import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './records.module.css';

export interface TabOf<T extends string> {
  readonly key: T;
  readonly label: string;
  /** How many there are; stands in a badge. */
  readonly count?: string | undefined;
  /** What the badge says in words. */
  readonly countName?: string | undefined;
}

/** Pixels of the tab before, so that it can be seen that there is one. */
const ASIDE = 48;

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly TabOf<T>[];
  readonly chosen: T;
  readonly onChoose: (key: T) => void;
  /** The pointer or the focus has come to it: it may be opened next. */
  readonly onNear?: (key: T) => void;
  readonly small?: boolean;
  /** Of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs in one line, which scrolls where they have no room. */
export const SubTabs = <T extends string>(props: Props<T>) => {
  const { label, tabs, chosen, onChoose, onNear, small = false, children } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = row.current;
    const tab = box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"]`);
    if (!box || !tab) return;
    const [at, within] = [tab.getBoundingClientRect(), box.getBoundingClientRect()];
    // Only sideways, and only where it is out of sight: the page stays where it is.
    if (at.left < within.left || at.right > within.right) box.scrollLeft += at.left - within.left - ASIDE;
  }, [chosen]);
  return (
    <Tabs
      value={chosen}
      keepMounted={false}
      variant={small ? 'pills' : 'default'}
      onChange={(next) => {
        const tab = tabs.find(({ key }) => key === next);
        if (tab) onChoose(tab.key);
      }}
    >
      <div ref={row} className={styles.tabs}>
        <Tabs.List aria-label={label} className={styles.tabList}>
          {tabs.map(({ key, label: name, count, countName }) => (
            <Tabs.Tab
              key={key}
              value={key}
              data-key={key}
              onPointerEnter={() => onNear?.(key)}
              {...(count !== undefined && {
                rightSection: (
                  <span className={styles.badge} title={countName}>
                    {count}
                  </span>
                ),
              })}
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={chosen} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
};
