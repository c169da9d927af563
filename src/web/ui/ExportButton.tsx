import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { download } from '#web/lib/download.ts';
import { type Exported, type Format, MOST_EXPORTED, write } from '#web/lib/export.ts';
import { tell } from '#web/lib/messages.ts';
import { count } from '#web/lib/numbers.ts';
import { tellOf } from '#web/lib/query.ts';

interface Props<T> {
  /** Of the file, without its ending. */
  readonly name: string;
  /** What is exported; asked for when it begins. */
  readonly of: () => Exported<T>;
  readonly disabled?: boolean;
}

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;
const FORMATS: readonly Format[] = ['csv', 'json'];

/** The filtered list as a file, made page by page; while it is made the button says how far it is, and stops it. */
export const ExportButton = <T,>({ name, of, disabled = false }: Props<T>) => {
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = async (format: Format): Promise<void> => {
    const own = new AbortController();
    running.current = own;
    setProgress('Exporting …');
    try {
      const { parts, records, isCut } = await write(of(), format, own.signal, (done, all) =>
        setProgress(`Exporting ${count(done)} / ${count(all)}`),
      );
      download(`${name}.${format}`, parts, TYPES[format]);
      if (isCut) tell(`The file holds the first ${count(records)} records: no export has more.`, 'warning');
    } catch (error) {
      if (!own.signal.aborted) tellOf(error);
    } finally {
      if (running.current === own) {
        running.current = null;
        setProgress(null);
      }
    }
  };

  if (progress !== null)
    return (
      <Button
        variant="default"
        onClick={() => {
          running.current?.abort();
          setProgress(null);
        }}
      >
        <span role="status">{progress}</span>, stop
      </Button>
    );
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={disabled}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Up to {count(MOST_EXPORTED)} records</Menu.Label>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void begin(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
