import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { stored } from '#web/lib/stored.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Difference } from '#web/ui/Difference.tsx';
import kit from '#web/ui/kit.module.css';
import { forms } from '#web/words/forms.ts';
import type { FieldDifference } from './differences.ts';
import { type Drawn, Form } from './Form.tsx';
import styles from './form.module.css';
import { WithinDialog } from './within.ts';

interface DrawnRecord extends Drawn {
  readonly busy: boolean;
  readonly rest: string | null;
  readonly isDirty: boolean;
  readonly wasKept: boolean;
  readonly differences: readonly FieldDifference[] | null;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

interface Props {
  readonly form: DrawnRecord;
  /** What Cancel does, and what leaves the dialog; without it there is no Cancel. */
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

/** Asks before what was typed is lost: `leave` is Cancel, other pages and the closing of the tab are watched. */
const useLeaving = ({ isDirty, busy }: DrawnRecord, onLeave: (() => void) | undefined) => {
  const [asking, setAsking] = useState(false);
  // A session that has ended leads to the login page, and the draft is kept.
  const mustAsk = (): boolean => isDirty && stored().token !== null;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  return {
    isAsking: asking || blocker.status === 'blocked',
    leave: (): void => {
      if (busy) return;
      // Later: the Escape that asks would answer as well.
      if (mustAsk()) window.setTimeout(() => setAsking(true));
      else onLeave?.();
    },
    discard: (): void => {
      setAsking(false);
      if (blocker.status === 'blocked') blocker.proceed();
      else onLeave?.();
    },
    stay: (): void => {
      setAsking(false);
      if (blocker.status === 'blocked') blocker.reset();
    },
  };
};

/** The form of a record with its buttons, what was refused, and the questions that it may have to ask. */
export const RecordForm = ({ form, onLeave, children }: Props) => {
  const { busy, rest, differences, wasKept } = form;
  const { isAsking, leave, discard, stay } = useLeaving(form, onLeave);
  const dialog = useContext(WithinDialog);
  useEffect(() => {
    if (dialog) dialog.leave.current = leave;
  });
  const setBehind = dialog?.setAsking;
  useEffect(() => setBehind?.(isAsking), [setBehind, isAsking]);
  return (
    <>
      <Form form={form}>
        {wasKept && (
          <p className={styles.kept} role="status">
            {forms.kept}
          </p>
        )}
        {children}
        {rest !== null && (
          <p className={styles.refused} role="alert">
            {rest}
          </p>
        )}
        {differences !== null && (
          <Difference differences={differences} busy={busy} onTheirs={form.takeTheirs} onMine={form.keepMine} />
        )}
        <div className={dialog ? kit.dialogActions : styles.actions}>
          {onLeave && (
            <Button variant="default" onClick={leave}>
              {forms.cancel}
            </Button>
          )}
          <BusyButton type="submit" busy={busy}>
            {forms.save}
          </BusyButton>
        </div>
      </Form>
      <ConfirmDialog
        opened={isAsking}
        title={forms.leaveTitle}
        confirm={forms.discard}
        keep={forms.stay}
        danger
        onConfirm={discard}
        onClose={stay}
      >
        {forms.leaveText}
      </ConfirmDialog>
    </>
  );
};
