import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { editing as words } from '#web/words/editing.ts';

interface Props {
  /** What the open tab shows. */
  readonly part: string;
  /** The form that it had opened has been left: it gets the focus again. */
  readonly isReturn: boolean;
  /** The pointer or the focus has come to it: it may be pressed next. */
  readonly onNear: () => void;
  readonly onEdit: () => void;
}

/** Opens what the tab shows as a form. */
export const EditButton = ({ part, isReturn, onNear, onEdit }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturn) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label={words.editOf(part)}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onEdit}
    >
      {words.edit}
    </Button>
  );
};
