import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { bytes } from '#web/lib/numbers.ts';
import styles from './DropZone.module.css';
import { type FileRules, refusalOf } from './file-rules.ts';

interface Props extends FileRules {
  /** On the button: `Import movie`. */
  readonly label: string;
  /** Called with what can be taken, and never with nothing. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Several at once. */
  readonly multiple?: boolean;
  readonly busy?: boolean;
  /** A sentence on what belongs here. */
  readonly children?: ReactNode;
}

/** A place to drop files on, with a button that opens the browser's own dialog; what cannot be taken says why. */
export const DropZone = ({ label, endings, most, onFiles, multiple = false, busy = false, children }: Props) => {
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  // Entering a part of the zone comes before leaving the zone for it.
  const depth = useRef(0);
  const reset = useRef<() => void>(null);

  const take = (files: readonly File[]): void => {
    // So that the same file can be chosen again once it has been mended.
    reset.current?.();
    const refusals = files.flatMap((file) => refusalOf(file, { endings, most }) ?? []);
    if (!multiple && files.length > 1) refusals.unshift('Only one file at a time');
    setRefused(refusals);
    if (refusals.length === 0 && files.length > 0) onFiles(files);
  };
  const isOfFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  const enter = (event: DragEvent): void => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    depth.current += 1;
    setOver(!busy);
  };
  const leave = (): void => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  const drop = (event: DragEvent): void => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (!busy) take([...event.dataTransfer.files]);
  };
  const choose = (chosen: File | readonly File[] | null): void => take(chosen === null ? [] : [chosen].flat());

  return (
    <section
      className={styles.zone}
      data-part="drop"
      data-over={over}
      aria-label={label}
      onDragEnter={enter}
      onDragOver={(event) => isOfFiles(event) && event.preventDefault()}
      onDragLeave={leave}
      onDrop={drop}
    >
      <FileButton resetRef={reset} accept={endings.join(',')} multiple={multiple} disabled={busy} onChange={choose}>
        {(props) => (
          <Button
            {...props}
            classNames={{ root: styles.choose, label: styles.label }}
            variant="default"
            loading={busy}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {label}
          </Button>
        )}
      </FileButton>
      <p className={styles.hint}>
        {children} or drop {multiple ? 'files' : 'a file'} here: {endings.join(', ')}, up to {bytes(most)}
      </p>
      <div role="alert">
        {refused.map((one) => (
          <p key={one} className={styles.refused}>
            {one}
          </p>
        ))}
      </div>
    </section>
  );
};
