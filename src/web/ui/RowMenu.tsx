import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconDots } from '@tabler/icons-react';
import kit from './kit.module.css';

export interface RowAction {
  readonly label: string;
  readonly onRun: () => void;
  /** It takes something away. */
  readonly danger?: boolean;
  /** Why it cannot be done now; then it is not. */
  readonly off?: string | undefined;
}

interface Props {
  /** Whose menu it is: `More for tt0068646`. */
  readonly label: string;
  readonly actions: readonly RowAction[];
}

/** Beside the table, which may cut off what is beyond it, and in the part of the page that it belongs to. */
const IN_MAIN = { target: '#main' };

/** What can be done with a row and has no button of its own there. */
export const RowMenu = ({ label, actions }: Props) => (
  <Menu position="bottom-end" width={220} portalProps={IN_MAIN}>
    <Menu.Target>
      <button type="button" className={kit.icon} aria-label={label} title={label}>
        <IconDots size={16} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label: name, onRun, danger = false, off }) => (
        <Menu.Item
          key={name}
          disabled={off !== undefined}
          title={off}
          onClick={onRun}
          {...(danger && { c: 'var(--kx-danger)' })}
        >
          {name}
          {off !== undefined && <span className={kit.hidden}>, {off}</span>}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
