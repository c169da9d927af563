import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type MenuLink, useMenu } from '#web/lib/menu.ts';
import { signOut } from '#web/lib/session.ts';
import { AlertBar } from '#web/ui/AlertBar.tsx';
import kit from '#web/ui/kit.module.css';
import { Loader } from '#web/ui/Loader.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { CLIENT_VERSION, shell } from '#web/words/shell.ts';
import styles from './Admin.module.css';
import { AdminSheet } from './AdminSheet.tsx';
import { isGroup, useAdminMenu } from './admin-menu.ts';
import { SkipLink } from './SkipLink.tsx';

const words = shell.admin;

interface GroupProps {
  readonly label: string;
  readonly links: readonly MenuLink[];
  readonly children?: ReactNode;
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
      <Menu.Dropdown>
        {links.map(({ label: name, to }) => (
          <Menu.Item key={to} renderRoot={(props) => <Link to={to} {...props} />}>
            {name}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
};

const Bar = () => {
  const menu = useAdminMenu();
  const profile = useMenu('profile');
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={`${shell.product}, ${shell.home}`}>
        <Logo />
      </Link>
      <nav aria-label={shell.mainMenu}>
        <ul className={styles.menu}>
          {menu.map((entry) => (
            <li key={entry.label}>
              {isGroup(entry) ? (
                <Group {...entry} />
              ) : (
                <Link to={entry.to} className={styles.entry}>
                  {entry.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.rest}>
        <div className={styles.profile}>
          <Group label={words.profileMenu} links={profile}>
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

/** The administration: a bar that stays, and the page below it. */
export const AdminLayout = () => (
  <div className={`${kit.dense} ${styles.body}`}>
    <SkipLink />
    <Bar />
    <AlertBar />
    <Loader />
    <main id="main" tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  </div>
);
