import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { cron as cronCall } from '#contracts/cron.api.ts';
import { CRON_MAX } from '#contracts/task.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import kit from '#web/ui/kit.module.css';
import { taskForm } from '#web/words/task-form.ts';
import { CronSays } from './CronSays.tsx';
import styles from './cron.module.css';
import { type CronUnit, cronQuery, partsOf } from './cron-query.ts';
import type { TaskDraft } from './task-draft.ts';
import { UNDER } from './under.ts';
import type { Bounds } from './window.ts';

const words = taskForm.cron;
const PAUSE_MS = 250;

interface PartsProps {
  readonly expression: string;
  readonly wrong: CronUnit | null;
}

/** The parts of the expression under the names of its fields; the wrong one stands out. */
const Parts = ({ expression, wrong }: PartsProps) => {
  const parts = partsOf(expression);
  if (parts.length === 0) return null;
  return (
    <dl className={styles.parts} aria-label={words.parts}>
      {parts.map(([unit, part]) => (
        <div key={unit} data-wrong={unit === wrong}>
          <dt>{words.units[unit]}</dt>
          <dd>{part}</dd>
        </div>
      ))}
    </dl>
  );
};

interface Props {
  readonly values: TaskDraft;
  /** What the input needs. */
  readonly field: { readonly value: string; readonly readOnly: boolean; readonly error?: string | undefined };
  readonly onText: (text: string) => void;
}

/** A schedule that says, while it is typed, what it means, when it fires next and what is wrong with it. */
export const CronField = ({ values, field, onText }: Props) => {
  const { cronStartupDate, cronShutdownDate, cronStartupTime, cronShutdownTime } = values;
  const bounds: Bounds = { cronStartupDate, cronShutdownDate, cronStartupTime, cronShutdownTime };
  const [asked] = useDebouncedValue({ expression: field.value, ...bounds }, PAUSE_MS);
  const isSome = asked.expression.trim() !== '';
  const { data } = useCall(cronCall, { query: cronQuery(asked) }, { ...keepRows, enabled: isSome });
  const isSettled = asked.expression === field.value && isSome;
  const found = isSettled ? data?.data : undefined;
  return (
    <div className={styles.field}>
      <TextInput
        {...field}
        {...UNDER}
        label={taskForm.fields.cron}
        description={words.hint}
        // Both are the server's; this one is a sentence of its own.
        error={found?.reason ?? field.error}
        maxLength={CRON_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <fieldset className={styles.presets} aria-label={words.presets}>
        {taskForm.presets.map(([label, expression]) => (
          <button
            key={expression}
            type="button"
            className={kit.control}
            aria-pressed={field.value.trim() === expression}
            onClick={() => onText(expression)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className={styles.panel} role="status">
        {isSome ? (
          <div className={styles.says}>
            <Parts expression={field.value} wrong={found?.field ?? null} />
            <CronSays asked={asked} isJudged />
          </div>
        ) : (
          <p className={styles.said}>{words.empty}</p>
        )}
      </div>
    </div>
  );
};
