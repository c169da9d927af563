import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { BusyButton } from './BusyButton.tsx';
import type { RowAction } from './RowMenu.tsx';

interface Props extends Pick<RowAction, 'label'> {
  /** Names the menu of the others. */
  readonly menu: string;
  readonly onRun: () => void;
  readonly actions: readonly RowAction[];
  readonly busy: boolean;
}

/** A button for what is done most, and a menu for the rest of its kind. */
export const SplitButton = ({ label, menu, onRun, actions, busy }: Props) => (
  <Button.Group>
    <BusyButton variant="default" busy={busy} onClick={onRun}>
      {label}
    </BusyButton>
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" px={8} aria-label={menu} title={menu}>
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: name, onRun: run, danger = false }) => (
          <Menu.Item key={name} disabled={busy} onClick={run} {...(danger && { c: 'var(--kx-danger)' })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  </Button.Group>
);
