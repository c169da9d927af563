import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { changePassword } from '#contracts/account.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import type { CallFailed } from '#web/lib/call.ts';
import { type Problems, useForm } from '#web/lib/form.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { type Field, isField, passwordProblems } from './rules.ts';

const words = account.password;
const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** What the server said of single fields. */
const refusedOf = ({ reason, text, details }: CallFailed, hadCurrent: boolean): Problems<Field> => {
  if (reason === 'recent_sign_in_needed') return hadCurrent && text !== null ? { currentPassword: text } : {};
  return Object.fromEntries(
    details.filter(({ field }) => isField(field)).map(({ field, message }) => [field, message]),
  );
};

const focusOn = (form: HTMLFormElement | null, name: Field): void =>
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

interface Props {
  readonly email: string;
  readonly onChanged: () => void;
}

/** A new password, typed twice; the current one is asked for once the server wants it. */
export const PasswordForm = ({ email, onChanged }: Props) => {
  const [needed, setNeeded] = useState(false);
  const [refused, setRefused] = useState<Problems<Field>>({});
  const form = useRef<HTMLFormElement>(null);
  const { values, field, check } = useForm<Field>(EMPTY, (given) => passwordProblems(given, needed));
  const { isPending, mutate } = useSend(changePassword);

  useEffect(() => {
    if (needed) focusOn(form.current, 'currentPassword');
  }, [needed]);

  const onError = (failed: CallFailed): void => {
    const found = refusedOf(failed, needed);
    const [first] = Object.keys(found) as Field[];
    setRefused(found);
    if (first !== undefined) focusOn(form.current, first);
    if (failed.reason === 'recent_sign_in_needed') setNeeded(true);
    else if (first === undefined) tellOf(failed);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
    setRefused({});
    const { currentPassword, ...fresh } = values;
    mutate(
      { body: { email, ...fresh, ...(needed && { currentPassword }) } },
      {
        onSuccess: (result) => {
          tellOf(result);
          onChanged();
        },
        onError,
      },
    );
  };

  const input = (name: Field) => {
    const { error, onChange, ...rest } = field(name);
    return {
      ...rest,
      error: error ?? refused[name],
      onChange: (event: Parameters<typeof onChange>[0]) => {
        setRefused(({ [name]: _, ...others }) => others);
        onChange(event);
      },
    };
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needed && (
        <PasswordField
          {...input('currentPassword')}
          label={words.current}
          description={words.currentWhy}
          autoComplete="current-password"
        />
      )}
      <PasswordField {...input('password')} label={words.password} autoComplete="new-password" />
      <PasswordField {...input('confirmPassword')} label={words.confirm} autoComplete="new-password" />
      <Button type="submit" size="md" disabled={isPending}>
        {words.submit}
      </Button>
    </form>
  );
};
