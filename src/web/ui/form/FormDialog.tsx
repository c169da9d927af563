import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { WithinDialog } from './within.ts';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** In pixels. */
  readonly size?: number;
  readonly onClose: () => void;
  /** A form, which says itself how it is left. */
  readonly children: ReactNode;
}

/** A form in a dialog: Escape and the ✕ leave it as its Cancel does. */
export const FormDialog = ({ opened, onClose, children, ...dialog }: Props) => {
  const leave = useRef<(() => void) | null>(null);
  const [asking, setAsking] = useState(false);
  const within = useMemo(() => ({ opened, leave, setAsking }), [opened]);
  return (
    <Dialog {...dialog} opened={opened} firm isBehind={asking} onClose={() => (leave.current ?? onClose)()}>
      <WithinDialog value={within}>{children}</WithinDialog>
    </Dialog>
  );
};
