import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMenu } from '#web/lib/menu.ts';
import { signOut, useSession } from '#web/lib/session.ts';
import { shell } from '#web/words/shell.ts';

interface Props {
  /** Whether the button that stood here before was pressed: then the menu comes opened, once. */
  readonly pressed: RefObject<boolean>;
}

/** What a signed-in person finds in the header of the public and the user pages. */
export const AccountMenu = ({ pressed }: Props) => {
  const { user } = useSession();
  const pages = useMenu('account');
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    // The focus went with the other button, and comes back to this one when the menu closes.
    button.current?.focus();
    setOpened(true);
  }, [pressed]);
  return (
    <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {shell.account}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        {user?.role === 'ADMIN' && (
          <Menu.Item renderRoot={(props) => <Link to="/admin/dashboard" {...props} />}>
            {shell.administration}
          </Menu.Item>
        )}
        {pages.map(({ to, label }) => (
          <Menu.Item key={to} renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
