import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fromLocalInput, toLocalInput } from '#web/lib/dates.ts';

interface Props {
  readonly label: string;
  /** An instant, or empty. */
  readonly value: string;
  /** The instant with the viewer's offset, or empty. */
  readonly onChange: (iso: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Its field in a form, which may lead to it. */
  readonly path?: string;
}

/** The browser's own field for a day and a time, in the viewer's zone. */
export const DateTimeField = ({ label, value, onChange, error, required = false, disabled = false, path }: Props) => {
  // What is half typed has no value yet and must not be thrown away by the next rendering.
  const [text, setText] = useState(toLocalInput(value));
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(toLocalInput(value));
  }, [value]);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      value={text}
      error={error}
      required={required}
      disabled={disabled}
      {...(path !== undefined && { 'data-path': path })}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        sent.current = fromLocalInput(currentTarget.value);
        onChange(sent.current);
      }}
    />
  );
};
