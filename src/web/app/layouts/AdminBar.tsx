import { Menu, OverflowList } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/OverflowList.layer.css';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Bell } from '#web/features/notifications/Bell.tsx';
import { RunningCount } from '#web/features/runs/RunningCount.tsx';
import { useRunning } from '#web/features/runs/useRunning.ts';
import { useLiveState } from '#web/lib/live.ts';
import { useMenuAround } from '#web/lib/menu.ts';
import { signOut } from '#web/lib/session.ts';
import kit from '#web/ui/kit.module.css';
import { LiveDot } from '#web/ui/LiveDot.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { palette } from '#web/words/palette.ts';
import { CLIENT_VERSION, shell } from '#web/words/shell.ts';
import styles from './Admin.module.css';
import { AdminSheet } from './AdminSheet.tsx';
import {
  type AdminLink,
  isGroup,
  leadsTo,
  type MenuEntry,
  tellsRunning,
  useAdminLinks,
  useAdminMenu,
} from './admin-menu.ts';

const words = shell.admin;

interface GroupProps {
  readonly label: string;
  /** Where it leads; the group that the page shown belongs to is marked. */
  readonly links: readonly AdminLink[];
  /** How many tasks are running. */
  readonly running: number;
  readonly children: ReactNode;
}

const Group = ({ label, links, running, children }: GroupProps) => {
  const { pathname } = useLocation();
  const around = useMenuAround();
  const isCurrent = links.some(({ to, place }) => to === pathname || place === around);
  return (
    <Menu position="bottom-start" width={200} loop trigger="click">
      <Menu.Target>
        <button type="button" className={styles.entry} data-current={isCurrent || undefined}>
          {label}
          {links.some(tellsRunning) && <RunningCount running={running} />}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
};

const Items = ({ links, running }: Pick<GroupProps, 'links' | 'running'>) =>
  links.map((link) => (
    <Menu.Item key={link.to} renderRoot={(props) => <Link {...leadsTo(link)} {...props} />}>
      {link.label} {tellsRunning(link) && <RunningCount running={running} />}
    </Menu.Item>
  ));

const linksOf = (entry: MenuEntry): readonly AdminLink[] => (isGroup(entry) ? entry.links : [entry]);

/** What the bar has no room for, with the groups under their names. */
const More = ({ entries, running }: { readonly entries: readonly MenuEntry[]; readonly running: number }) => (
  <Group label={words.more} links={entries.flatMap(linksOf)} running={running}>
    {entries.map((entry) => (
      <Fragment key={entry.label}>
        {isGroup(entry) && <Menu.Label>{entry.label}</Menu.Label>}
        <Items links={linksOf(entry)} running={running} />
      </Fragment>
    ))}
  </Group>
);

const Entry = ({ entry, running }: { readonly entry: MenuEntry; readonly running: number }) =>
  isGroup(entry) ? (
    <Group {...entry} running={running}>
      <Items links={entry.links} running={running} />
    </Group>
  ) : (
    <Link {...leadsTo(entry)} className={styles.entry}>
      {entry.label}
    </Link>
  );

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

const PaletteButton = ({ onPalette }: { readonly onPalette: () => void }) => (
  <button
    type="button"
    className={`${kit.control} ${styles.palette}`}
    aria-keyshortcuts="Control+K Meta+K"
    aria-label={`${palette.button} ${KEYS}`}
    onClick={onPalette}
  >
    <IconSearch size={16} aria-hidden />
    <span aria-hidden="true">
      {palette.button} <kbd>{KEYS}</kbd>
    </span>
  </button>
);

/** By itself, since it changes often. */
const Live = () => (
  <span className={styles.live}>
    <LiveDot {...useLiveState()} />
  </span>
);

/** The administration's header: as many entries as there is room for, the rest under More; on small screens a sheet. */
export const AdminBar = ({ onPalette }: { readonly onPalette: () => void }) => {
  const menu = useAdminMenu();
  const profile = useAdminLinks('profile');
  const running = useRunning();
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={`${shell.product}, ${shell.home}`}>
        <Logo />
      </Link>
      <nav aria-label={shell.mainMenu} className={styles.nav}>
        <OverflowList
          role="list"
          data={[...menu]}
          getItemKey={({ label }) => label}
          gap={4}
          renderItem={(entry) => (
            <li>
              <Entry entry={entry} running={running} />
            </li>
          )}
          renderOverflow={(entries) => (
            <li>
              <More entries={entries} running={running} />
            </li>
          )}
        />
      </nav>
      <div className={styles.rest}>
        <PaletteButton onPalette={onPalette} />
        <Live />
        <Bell />
        <div className={styles.profile}>
          <Group label={words.profileMenu} links={profile} running={0}>
            <Items links={profile} running={0} />
            <Menu.Item component="a" href="/docs">
              {words.documentation}
            </Menu.Item>
            <Menu.Item onClick={() => signOut()}>{words.signOut}</Menu.Item>
          </Group>
        </div>
        <span className={styles.version} title={shell.clientVersion}>
          {CLIENT_VERSION}
        </span>
        <AdminSheet running={running} />
      </div>
    </header>
  );
};
