import { Button, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type AddedIds, manualAdd } from '#contracts/manual.api.ts';
import { call } from '#web/lib/call.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { useWithinDialog } from '#web/ui/form/within.ts';
import kit from '#web/ui/kit.module.css';
import { YesNo } from '#web/ui/YesNo.tsx';
import { manual } from '#web/words/manual.ts';
import styles from './manual.module.css';

const words = manual.add;
const EMPTY = { ids: '', immediately: false, onlyIndex: false };

interface Props {
  readonly onAdded: (added: AddedIds) => void;
  readonly onLeave: () => void;
}

/** A place for ids, and what is to be done with them. */
export const AddForm = ({ onAdded, onLeave }: Props) => {
  const form = useForm({
    first: EMPTY,
    rules: ({ ids }) => (ids.trim() === '' ? { ids: words.required } : {}),
    labels: { ids: words.ids },
    send: (typed) => call(manualAdd, { body: typed }),
    onSaved: ({ data }) => onAdded(data),
  });
  const leaving = useLeaving(form, onLeave);
  useWithinDialog(leaving);
  // When it comes back, the button that had the focus has gone with the result.
  const begin = useEffectEvent(() => form.focus('ids'));
  useEffect(() => begin(), []);
  return (
    <>
      <Form form={form}>
        <div className={styles.fields}>
          <Textarea
            {...form.text('ids')}
            label={words.ids}
            description={words.hint}
            autosize
            minRows={6}
            maxRows={14}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <div className={styles.switches}>
            <span title={words.nowHint}>
              <YesNo label={words.now} value={form.values.immediately} onChange={(on) => form.set('immediately', on)} />
            </span>
            <span title={words.indexHint}>
              <YesNo label={words.index} value={form.values.onlyIndex} onChange={(on) => form.set('onlyIndex', on)} />
            </span>
          </div>
        </div>
        {form.rest !== null && (
          <p className={styles.refused} role="alert">
            {form.rest}
          </p>
        )}
        <div className={kit.dialogActions}>
          <Button variant="default" onClick={leaving.leave}>
            {words.cancel}
          </Button>
          <BusyButton type="submit" busy={form.busy}>
            {words.button}
          </BusyButton>
        </div>
      </Form>
      <LeaveQuestion leaving={leaving} />
    </>
  );
};
