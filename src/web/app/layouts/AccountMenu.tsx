import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { signOut, useSession } from '#web/lib/session.ts';
import { features } from '#web/words/features.ts';
import { payments } from '#web/words/payments.ts';
import { shell } from '#web/words/shell.ts';

/** What a signed-in person finds in the header of the public and the user pages. */
export const AccountMenu = () => {
  const { user } = useSession();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
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
        <Menu.Item renderRoot={(props) => <Link to="/token" {...props} />}>{shell.token}</Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/profile" {...props} />}>{shell.account}</Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/features" {...props} />}>{features.title}</Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/payments" {...props} />}>{payments.title}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
