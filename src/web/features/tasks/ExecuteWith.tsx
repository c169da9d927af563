import { Button } from '@mantine/core';
import { taskExecute } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { call } from '#web/lib/call.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { useWithinDialog } from '#web/ui/form/within.ts';
import kit from '#web/ui/kit.module.css';
import { forms } from '#web/words/forms.ts';
import { taskForm } from '#web/words/task-form.ts';
import { tasks } from '#web/words/tasks.ts';
import { ArgumentsField } from './ArgumentsField.tsx';
import styles from './tasks.module.css';

const words = tasks.execute;

interface Props {
  readonly task: Task;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const ExecuteForm = ({ task, onClose }: Omit<Props, 'opened'>) => {
  const form = useForm({
    first: { arguments: task.arguments },
    labels: { arguments: taskForm.fields.arguments },
    send: (typed) => call(taskExecute, { params: { id: task.idTask }, body: typed }),
    onSaved: (answer) => {
      tellOf(answer);
      onClose();
    },
  });
  const leaving = useLeaving(form, onClose);
  useWithinDialog(leaving);
  return (
    <>
      <Form form={form}>
        <p className={kit.question}>
          <strong dir="auto">{task.name}</strong>. {words.text}
        </p>
        <ArgumentsField
          type={task.task}
          field={form.text('arguments')}
          onText={(text) => form.set('arguments', text)}
        />
        {form.rest !== null && (
          <p className={styles.error} role="alert">
            {form.rest}
          </p>
        )}
        <div className={kit.dialogActions}>
          <Button variant="default" onClick={leaving.leave}>
            {forms.cancel}
          </Button>
          <BusyButton type="submit" busy={form.busy}>
            {words.run}
          </BusyButton>
        </div>
      </Form>
      <LeaveQuestion leaving={leaving} />
    </>
  );
};

/** A run with arguments of its own. */
export const ExecuteWith = ({ opened, ...props }: Props) => (
  <FormDialog opened={opened} title={words.title} size={640} onClose={props.onClose}>
    <ExecuteForm {...props} />
  </FormDialog>
);
