import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Difference } from '#web/ui/Difference.tsx';
import kit from '#web/ui/kit.module.css';
import { forms } from '#web/words/forms.ts';
import type { FieldDifference } from './differences.ts';
import { type Drawn, Form } from './Form.tsx';
import styles from './form.module.css';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { useLeaving } from './useLeaving.ts';
import { useWithinDialog } from './within.ts';

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
  /** Why it cannot be saved now; then it is not. */
  readonly off?: string | undefined;
  readonly children: ReactNode;
}

const notNow = async (): Promise<void> => undefined;

/** The form of a record with its buttons, what was refused, and the questions that it may have to ask. */
export const RecordForm = ({ form, onLeave, off, children }: Props) => {
  const { busy, rest, differences, wasKept } = form;
  const leaving = useLeaving(form, onLeave);
  const isInDialog = useWithinDialog(leaving);
  const why = useId();
  const isOff = off !== undefined;
  const save = (
    <BusyButton type="submit" busy={busy || isOff} {...(isOff && { 'aria-describedby': why })}>
      {forms.save}
    </BusyButton>
  );
  return (
    <>
      <Form form={isOff ? { ...form, submit: notNow } : form}>
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
        {isOff && (
          <p id={why} className={styles.off} role="status">
            {off}
          </p>
        )}
        <div className={isInDialog ? kit.dialogActions : styles.actions}>
          {/* First on a page, last in a dialog, also for the keyboard. */}
          {!isInDialog && save}
          {onLeave && (
            <Button variant="default" onClick={leaving.leave}>
              {forms.cancel}
            </Button>
          )}
          {isInDialog && save}
        </div>
      </Form>
      <LeaveQuestion leaving={leaving} />
    </>
  );
};
