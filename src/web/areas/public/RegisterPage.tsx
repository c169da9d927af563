import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { signUp } from '#contracts/auth.api.ts';
import { enter } from '#web/lib/enter.ts';
import { useForm } from '#web/lib/form.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf, useSend } from '#web/lib/query.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EmailField } from './EmailField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { registerProblems, strengthOf } from './rules.ts';

const words = auth.register;

export const RegisterPage = () => {
  const navigate = useNavigate();
  const { email = '', invitation } = useSearch({ from: '/public/register' });
  const isInvited = email !== '' && invitation !== undefined;
  const empty = { email: isInvited ? email : '', password: '', confirmPassword: '' };
  const { values, field, check, refuse } = useForm(empty, registerProblems);
  const [repeated, setRepeated] = useState(false);
  const { isPending, mutate } = useSend(signUp);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
    mutate(
      { body: { ...values, email: values.email.trim(), ...(isInvited && { invitation }) } },
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
    <div className={styles.card}>
      <PageHeader title={words.title} />
      <p className="kx-muted">{isInvited ? words.invited : words.lead}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField {...field('email')} label={words.email} readOnly={isInvited} />
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
      <p className={styles.other}>
        {words.haveAccount} <Link to="/login">{words.signIn}</Link>
      </p>
    </div>
  );
};
