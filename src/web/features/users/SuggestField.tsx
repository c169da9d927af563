import { Autocomplete } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useEffect, useRef, useState } from 'react';
import { userSuggest } from '#contracts/users.api.ts';
import { useCall } from '#web/lib/query.ts';
import { isWholeToken } from '#web/lib/whole-token.ts';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import styles from './users.module.css';

/** Fewer characters would suggest half of all users. */
const LEAST = 2;
const PAUSE_MS = 200;

export interface Suggested {
  readonly email: string;
  readonly token: string;
}

interface Props {
  readonly name: 'email' | 'token';
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly maxLength: number;
  readonly onType: (value: string) => void;
  /** A suggestion was chosen, or a whole token was entered that belongs to exactly one user. */
  readonly onChoose: (chosen: Suggested) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** A field that suggests users while somebody types. */
export const SuggestField = ({ name, label, value, error, maxLength, onType, onChoose, ref }: Props) => {
  const [typing, setTyping] = useState(false);
  const [text] = useDebouncedValue(value.trim(), PAUSE_MS);
  const { data, isFetching } = useCall(userSuggest, { query: { text } }, { enabled: typing && text.length >= LEAST });
  const suggested = typing && data ? data.data : [];
  const whole = name === 'token' ? suggested.find(({ token }) => token === value.trim()) : undefined;
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    if (whole === undefined) return;
    setTyping(false);
    choose.current(whole);
  }, [whole]);

  return (
    <Autocomplete
      ref={ref}
      name={name}
      label={label}
      value={value}
      error={error}
      maxLength={maxLength}
      className={styles[name]}
      classNames={{
        input: name === 'token' ? styles[isWholeToken(value) ? 'code' : 'mono'] : undefined,
        options: kit.choices,
      }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-busy={isFetching}
      data={suggested.map((one) => ({ value: one.email, label: name === 'token' ? mask(one.token) : one.email }))}
      // The server has chosen already, also by what is not shown here.
      filter={({ options }) => options}
      withScrollArea={false}
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      renderOption={({ option }) => {
        const one = suggested.find(({ email }) => email === option.value);
        return one ? (
          <span className={styles.option}>
            <bdi>{one.email}</bdi>
            <code>{mask(one.token)}</code>
          </span>
        ) : (
          option.value
        );
      }}
      onChange={(typed) => {
        setTyping(true);
        onType(typed);
      }}
      onOptionSubmit={(chosen) => {
        const one = suggested.find(({ email }) => email === chosen);
        setTyping(false);
        if (one) choose.current(one);
      }}
    />
  );
};
