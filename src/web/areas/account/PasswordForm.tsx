import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { changePassword } from '#contracts/account.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import type { CallFailed } from '#web/lib/call.ts';
import { useForm } from '#web/lib/form.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { type Field, passwordProblems } from './rules.ts';

const words = account.password;
const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

interface Props {
  readonly email: string;
  readonly onChanged: () => void;
}

/** A new password, typed twice; the current one is asked for once the server wants it. */
export const PasswordForm = ({ email, onChanged }: Props) => {
  const [needed, setNeeded] = useState(false);
  const { values, field, check, refuse, focus } = useForm<Field>(EMPTY, (given) => passwordProblems(given, needed));
  const { isPending, mutate } = useSend(changePassword);

  useEffect(() => {
    if (needed) focus('currentPassword');
  }, [needed]);

  const onError = (failed: CallFailed): void => {
    const { reason, text, details } = failed;
    if (reason === 'recent_sign_in_needed') {
      if (needed && text !== null) refuse([{ field: 'currentPassword', message: text }]);
      setNeeded(true);
    } else if (!refuse(details)) tellOf(failed);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
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

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needed && (
        <PasswordField
          {...field('currentPassword')}
          label={words.current}
          description={words.currentWhy}
          autoComplete="current-password"
        />
      )}
      <PasswordField {...field('password')} label={words.password} autoComplete="new-password" />
      <PasswordField {...field('confirmPassword')} label={words.confirm} autoComplete="new-password" />
      <Button type="submit" size="md" disabled={isPending}>
        {words.submit}
      </Button>
    </form>
  );
};
