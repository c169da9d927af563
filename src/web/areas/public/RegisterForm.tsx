import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { signUp } from '#contracts/auth.api.ts';
import { enter } from '#web/lib/enter.ts';
import { useForm } from '#web/lib/form.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf, useSend } from '#web/lib/query.ts';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EmailField } from './EmailField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { registerProblems, strengthOf } from './rules.ts';

const words = auth.register;

interface Props {
  /** What the link of an operator says. */
  readonly invited?: { readonly email: string; readonly invitation: string };
}

/** The whole of it, however long: nobody can change it. A password manager finds it in the field. */
const InvitedEmail = ({ email }: { readonly email: string }) => (
  <>
    <dl className={styles.email}>
      <dt>{words.email}</dt>
      <dd>{email}</dd>
    </dl>
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  </>
);

export const RegisterForm = ({ invited }: Props) => {
  const navigate = useNavigate();
  const empty = { email: invited?.email ?? '', password: '', confirmPassword: '' };
  const { values, field, check, refuse } = useForm(empty, registerProblems);
  const [repeated, setRepeated] = useState(false);
  const { isPending, mutate } = useSend(signUp);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
    mutate(
      { body: { ...values, email: values.email.trim(), ...(invited && { invitation: invited.invitation }) } },
      {
        onSuccess: ({ data }) => {
          if (!enter(data)) return tell(auth.noContact, 'danger');
          void navigate({ to: '/token', replace: true });
        },
        onError: (failed) => {
          if (!refuse(failed.details)) tell(saidOf(failed) ?? auth.noContact, 'danger');
        },
      },
    );
  };

  const { error, ...repeat } = field('confirmPassword');
  const differs = repeated && values.confirmPassword !== '' && values.confirmPassword !== values.password;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {invited ? <InvitedEmail email={invited.email} /> : <EmailField {...field('email')} label={words.email} />}
      <PasswordField
        {...field('password')}
        label={words.password}
        autoComplete="new-password"
        description={
          values.password === '' ? undefined : words.strengthHint(words.strength[strengthOf(values.password)])
        }
      />
      <PasswordField
        {...repeat}
        error={error ?? (differs ? words.mismatch : undefined)}
        onBlur={() => setRepeated(true)}
        label={words.repeat}
        autoComplete="new-password"
      />
      <Button type="submit" size="md" disabled={isPending}>
        {words.submit}
      </Button>
    </form>
  );
};
