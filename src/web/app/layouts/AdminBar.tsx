import { Menu, OverflowList } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/OverflowList.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useLiveState } from '#web/lib/live.ts';
import { type MenuLink, useMenu } from '#web/lib/menu.ts';
import { signOut } from '#web/lib/session.ts';
import { LiveDot } from '#web/ui/LiveDot.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { CLIENT_VERSION, shell } from '#web/words/shell.ts';
import styles from './Admin.module.css';
import { AdminSheet } from './AdminSheet.tsx';
import { isGroup, type MenuEntry, useAdminMenu } from './admin-menu.ts';

const words = shell.admin;

interface GroupProps {
  readonly label: string;
  /** Where it leads; the group that holds the page shown is marked. */
  readonly links: readonly MenuLink[];
  readonly children: ReactNode;
}

const Group = ({ label, links, children }: GroupProps) => {
  const { pathname } = useLocation();
  const isCurrent = links.some(({ to }) => to === pathname);
  return (
    <Menu position="bottom-start" width={200} loop trigger="click">
      <Menu.Target>
        <button type="button" className={styles.entry} data-current={isCurrent || undefined}>
          {label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
};

const Items = ({ links }: { readonly links: readonly MenuLink[] }) =>
  links.map(({ label, to }) => (
    <Menu.Item key={to} renderRoot={(props) => <Link to={to} {...props} />}>
      {label}
    </Menu.Item>
  ));

const linksOf = (entry: MenuEntry): readonly MenuLink[] => (isGroup(entry) ? entry.links : [entry]);

/** What the bar has no room for, with the groups under their names. */
const More = ({ entries }: { readonly entries: readonly MenuEntry[] }) => (
  <Group label={words.more} links={entries.flatMap(linksOf)}>
    {entries.map((entry) => (
      <Fragment key={entry.label}>
        {isGroup(entry) && <Menu.Label>{entry.label}</Menu.Label>}
        <Items links={linksOf(entry)} />
      </Fragment>
    ))}
  </Group>
);

const Entry = ({ entry }: { readonly entry: MenuEntry }) =>
  isGroup(entry) ? (
    <Group {...entry}>
      <Items links={entry.links} />
    </Group>
  ) : (
    <Link to={entry.to} className={styles.entry}>
      {entry.label}
    </Link>
  );

/** By itself, since it changes often. */
const Live = () => (
  <span className={styles.live}>
    <LiveDot {...useLiveState()} />
  </span>
);

/** The administration's header: as many entries as there is room for, the rest under More; on small screens a sheet. */
export const AdminBar = () => {
  const menu = useAdminMenu();
  const profile = useMenu('profile');
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
              <Entry entry={entry} />
            </li>
          )}
          renderOverflow={(entries) => (
            <li>
              <More entries={entries} />
            </li>
          )}
        />
      </nav>
      <div className={styles.rest}>
        <Live />
        <div className={styles.profile}>
          <Group label={words.profileMenu} links={profile}>
            <Items links={profile} />
            <Menu.Item component="a" href="/docs">
              {words.documentation}
            </Menu.Item>
            <Menu.Item onClick={() => signOut()}>{words.signOut}</Menu.Item>
          </Group>
        </div>
        <span className={styles.version} title={shell.clientVersion}>
          {CLIENT_VERSION}
        </span>
        <AdminSheet />
      </div>
    </header>
  );
};
