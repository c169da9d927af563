import { TextInput } from '@mantine/core';
import { cron as cronCall } from '#contracts/cron.api.ts';
import { useCall } from '#web/lib/query.ts';
import type { FormState } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { taskForm as words } from '#web/words/task-form.ts';
import styles from './form.module.css';
import type { TaskDraft } from './task-draft.ts';
import { type Bounds, windowOf } from './window.ts';

const FIELDS: readonly (readonly [keyof Bounds, 'date' | 'time'])[] = [
  ['cronStartupDate', 'date'],
  ['cronShutdownDate', 'date'],
  ['cronStartupTime', 'time'],
  ['cronShutdownTime', 'time'],
];

/** Any schedule: what is asked for is the time zone. */
const ZONE = { query: { expression: '@daily', count: 1 } };

interface Props {
  readonly form: Pick<FormState<TaskDraft, unknown>, 'text' | 'values'>;
}

/** The days and times of day within which the schedule may fire, and what they mean together. */
export const WindowFields = ({ form }: Props) => {
  const { data } = useCall(cronCall, ZONE, { staleTime: Number.POSITIVE_INFINITY });
  const zone = data?.data.timeZone;
  return (
    <>
      <div className={styles.pairs}>
        {FIELDS.map(([name, type]) => (
          <TextInput
            key={name}
            {...form.text(name)}
            type={type}
            label={words.fields[name]}
            {...(type === 'time' && { step: 1 })}
          />
        ))}
      </div>
      <p className={styles.window} role="status">
        {windowOf(form.values)}
      </p>
      {zone !== undefined && <p className={`${styles.window} ${kit.muted}`}>{words.inZone(zone)}</p>}
    </>
  );
};
