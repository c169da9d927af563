import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { taskTypes } from '#contracts/task.api.ts';
import { useCall } from '#web/lib/query.ts';
import { forms } from '#web/words/forms.ts';
import { taskForm } from '#web/words/task-form.ts';
import { type Argument, argumentsOf, unknownIn, valuesOf, withValue } from './arguments.ts';
import styles from './form.module.css';
import { UNDER } from './under.ts';

const words = taskForm.args;
const TRUTHS = ['true', 'false'] as const;
const TRUTH_WORDS = { true: forms.yes, false: forms.no } as const;

interface OneProps {
  readonly argument: Argument;
  readonly value: string;
  readonly isLocked: boolean;
  readonly onValue: (value: string) => void;
}

const One = ({ argument: { name, about, kind, choices }, value, isLocked, onValue }: OneProps) => {
  const input = {
    ...UNDER,
    label: name,
    description: about === '' ? undefined : about,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      !isLocked && onValue(currentTarget.value),
  };
  const all = kind === 'truth' ? TRUTHS : choices;
  if (all.length > 0)
    return (
      <NativeSelect
        {...input}
        data={[
          { value: '', label: words.unset },
          ...all.map((one) => ({ value: one, label: kind === 'truth' ? TRUTH_WORDS[one as 'true'] : one })),
          ...(value === '' || all.some((one) => one === value) ? [] : [value]),
        ]}
      />
    );
  return (
    <TextInput
      {...input}
      placeholder={words.unset}
      autoComplete="off"
      spellCheck={false}
      {...(kind === 'whole' && { inputMode: 'numeric' })}
    />
  );
};

interface Props {
  /** Whose arguments they are. */
  readonly type: string;
  /** What the text's input needs. */
  readonly field: { readonly value: string; readonly readOnly: boolean; readonly error?: string | undefined };
  readonly onText: (text: string) => void;
}

/** Arguments as a text, and each that the type takes as a field. Both say the same, whichever is typed in. */
export const ArgumentsField = ({ type, field, onText }: Props) => {
  const { data } = useCall(taskTypes, undefined);
  const known = data?.data.find(({ name }) => name === type);
  const all = argumentsOf(known?.arguments);
  const values = valuesOf(field.value);
  const unknown = known ? unknownIn(field.value, all) : [];
  return (
    <div className={styles.arguments}>
      <Textarea
        {...field}
        {...UNDER}
        label={taskForm.fields.arguments}
        description={known && all.length === 0 ? words.none : words.hint}
        className={styles.mono ?? ''}
        autosize
        minRows={1}
        maxRows={5}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {unknown.length > 0 && <p className={styles.doubt}>{words.unknown(unknown)}</p>}
      {all.length > 0 && (
        <fieldset className={styles.each} aria-label={words.fields}>
          {all.map((argument) => (
            <One
              key={argument.name}
              argument={argument}
              value={values.get(argument.name) ?? ''}
              isLocked={field.readOnly}
              onValue={(value) => onText(withValue(field.value, argument.name, value))}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
};
