import { ActionIcon, Drawer } from '@mantine/core';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RunningCount } from '#web/features/runs/RunningCount.tsx';
import { signOut } from '#web/lib/session.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Admin.module.css';
import { type AdminLink, isGroup, leadsTo, tellsRunning, useAdminLinks, useAdminMenu } from './admin-menu.ts';

const words = shell.admin;

/** The administration's menu on small screens: everything on one sheet, nothing folded. */
export const AdminSheet = ({ running }: { readonly running: number }) => {
  const menu = useAdminMenu();
  const profile = useAdminLinks('profile');
  const [opened, { open, close }] = useDisclosure(false);
  const link = (entry: AdminLink) => (
    <Link key={entry.to} {...leadsTo(entry)} className={styles.entry} onClick={close}>
      {entry.label} {tellsRunning(entry) && <RunningCount running={running} />}
    </Link>
  );
  return (
    <>
      <ActionIcon
        className={styles.burger}
        variant="default"
        size={36}
        aria-label={shell.openMenu}
        aria-expanded={opened}
        onClick={open}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size="min(320px, 90vw)"
        title={shell.mainMenu}
        closeButtonProps={{ 'aria-label': shell.closeMenu }}
      >
        <nav aria-label={shell.mainMenu} className={styles.sheet}>
          {menu.map((entry) =>
            isGroup(entry) ? (
              <div key={entry.label}>
                <p className={styles.sheetGroup}>{entry.label}</p>
                {entry.links.map(link)}
              </div>
            ) : (
              link(entry)
            ),
          )}
          <p className={styles.sheetGroup}>{words.profileMenu}</p>
          {profile.map(link)}
          <a href="/docs" className={styles.entry}>
            {words.documentation}
          </a>
          <button type="button" className={styles.entry} onClick={() => signOut()}>
            {words.signOut}
          </button>
        </nav>
      </Drawer>
    </>
  );
};
