import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { Input } from '#contracts/endpoint.ts';
import type { ExportFormat, ListExport } from '#contracts/list-export.ts';
import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { AnyInput } from '#web/lib/call-rules.ts';
import { bytes } from '#web/lib/numbers.ts';
import { exporting as words } from '#web/words/export.ts';
import styles from './ExportButton.module.css';
import { useExport } from './useExport.ts';

/** What is known of the rows of a list; nothing while it is on its way. */
interface Listed {
  readonly total: number | null;
  /** There are more than `total`. */
  readonly totalIsMore?: boolean;
}

interface Props<E extends ListExport<never>> {
  readonly of: E;
  /** The filters of the list, and whose it is. */
  readonly input: Input<E>;
  readonly listed: Listed | undefined;
  /** The filters cannot be sent. */
  readonly unusable?: boolean;
}

const Running = ({ rows, bytes: size, of }: NonNullable<ReturnType<typeof useExport>['running']>) => (
  <span className={styles.running}>
    {size === 0 ? words.begins : words.progress(rows, of, bytes(size))}, {words.stop}
  </span>
);

const FORMATS: readonly ExportFormat[] = ['csv', 'jsonl'];

const saidOf = ({ total, totalIsMore = false }: Listed): string => {
  if (total === 0) return words.nothing;
  return total === null ? words.every : words.rows(total, totalIsMore);
};

/** The filtered list as a file, all of its pages; while it is made the button says how far it is, and stops it. */
export const ExportButton = <E extends ListExport<never>>({ of, input, listed, unusable = false }: Props<E>) => {
  const { running, begin, stop } = useExport();
  const [opened, setOpened] = useState(false);
  const { total = null, totalIsMore = false } = listed ?? {};
  const isEmpty = unusable || total === 0;
  const run = (format: ExportFormat): void =>
    begin(of, input as AnyInput, {
      format,
      isLarge: totalIsMore || (total ?? 0) > TOTAL_CAP,
      of: totalIsMore ? null : total,
    });
  return (
    // One button all the while, so that it keeps the focus.
    <Menu
      position="bottom-end"
      width={240}
      opened={opened && running === null}
      onChange={(next) => setOpened(next && running === null)}
    >
      <Menu.Target>
        <Button
          variant="default"
          leftSection={
            running === null ? <IconDownload size={16} aria-hidden /> : <IconPlayerStop size={16} aria-hidden />
          }
          onClick={running === null ? undefined : stop}
        >
          {running === null ? words.button : <Running {...running} />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{unusable ? words.unusable : saidOf({ total, totalIsMore })}</Menu.Label>
        {FORMATS.map((format) => (
          <Menu.Item key={format} disabled={isEmpty} onClick={() => run(format)}>
            {words.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
