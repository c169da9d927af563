import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconColumns3 } from '@tabler/icons-react';
import { type ListLook, type ListName, listKey } from '#contracts/preference.api.ts';
import { prefer } from '#web/lib/preferences.ts';
import { desk } from '#web/words/desk.ts';
import kit from './kit.module.css';
import styles from './ListTools.module.css';
import { hiddenAfter, isUsual, shownColumns } from './list-look.ts';
import type { Column } from './table-types.ts';

interface Props {
  readonly list: ListName;
  /** Names the list. */
  readonly label: string;
  readonly columns: readonly Pick<Column<never>, 'key' | 'head' | 'name'>[];
  readonly look: ListLook;
}

const words = desk.look;
const DENSITIES = ['comfortable', 'compact'] as const;

/** Which columns a list shows, and how dense it is. */
export const ListTools = ({ list, label, columns, look }: Props) => {
  const { hidden, density } = look;
  const shown = shownColumns(columns, hidden);
  const choose = (next: ListLook): void => prefer(listKey(list), isUsual(next) ? null : next);
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={kit.control} aria-label={words.of(label)}>
          <IconColumns3 size={16} aria-hidden />
          {words.button}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Menu.Label>{words.columns}</Menu.Label>
        {columns.map((column) => {
          const isShown = shown.includes(column);
          const isLast = isShown && shown.length === 1;
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={isShown}
              disabled={isLast}
              title={isLast ? words.last : undefined}
              onChange={() => choose({ density, hidden: [...hiddenAfter(columns, hidden, column.key)] })}
            >
              {column.head || column.name}
              {isLast && <span className={kit.hidden}>, {words.last}</span>}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Label>{words.rows}</Menu.Label>
        {DENSITIES.map((one) => (
          <Menu.RadioItem
            key={one}
            value={one}
            checked={one === density}
            onChange={() => choose({ hidden, density: one })}
          >
            {words.density[one]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={isUsual(look)} onClick={() => prefer(listKey(list), null)}>
          {words.reset}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
