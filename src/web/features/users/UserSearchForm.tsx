import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { mask } from '#web/ui/cut.ts';
import { users } from '#web/words/users.ts';
import { type Suggested, SuggestField } from './SuggestField.tsx';
import styles from './users.module.css';

const words = users.form;
const EMAIL_MAX = 254;
const TOKEN_MAX = 100;

interface Props {
  /** What is searched for now; the fields follow it. */
  readonly email: string;
  readonly token: string;
  readonly onSearch: (who: Suggested) => void;
  readonly onClear: () => void;
}

/** Which user: both fields are needed; choosing a suggestion of either fills the other. */
export const UserSearchForm = ({ email, token, onSearch, onClear }: Props) => {
  const [values, setValues] = useState<Suggested>({ email, token });
  // Of whom the fields speak; the token itself stands in none of them.
  const [chosen, setChosen] = useState<Suggested | null>(null);
  const [tried, setTried] = useState(false);
  const fields = useRef<Partial<Record<keyof Suggested, HTMLInputElement | null>>>({});
  const cleared = useRef(false);

  useEffect(() => {
    setValues({ email, token });
    setTried(false);
    if (cleared.current) fields.current.email?.focus();
    cleared.current = false;
  }, [email, token]);

  const problems = {
    email: values.email.trim() === '' ? words.emailRequired : undefined,
    token: values.token.trim() === '' ? words.tokenRequired : undefined,
  };
  const fieldOf = (name: keyof Suggested) => ({
    name,
    label: words[name],
    value: values[name],
    error: tried ? problems[name] : undefined,
    onType: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    onChoose: (one: Suggested) => {
      setChosen(one);
      setValues({ email: one.email, token: mask(one.token) });
    },
    ref: (element: HTMLInputElement | null) => {
      fields.current[name] = element;
    },
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const bad = problems.email ? 'email' : problems.token ? 'token' : null;
    if (bad) fields.current[bad]?.focus();
    else {
      const own = chosen !== null && values.token === mask(chosen.token);
      onSearch({ email: values.email.trim(), token: own ? chosen.token : values.token.trim() });
    }
  };

  return (
    <search>
      <form className={styles.search} aria-label={words.label} onSubmit={submit} noValidate>
        <SuggestField {...fieldOf('email')} maxLength={EMAIL_MAX} />
        <SuggestField {...fieldOf('token')} maxLength={TOKEN_MAX} />
        <div className={styles.buttons}>
          <Button type="submit">{words.submit}</Button>
          {(values.email !== '' || values.token !== '') && (
            <Button
              variant="subtle"
              onClick={() => {
                cleared.current = true;
                setValues({ email: '', token: '' });
                onClear();
              }}
            >
              {words.clear}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
