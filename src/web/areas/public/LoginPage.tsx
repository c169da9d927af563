import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { signIn } from '#contracts/auth.api.ts';
import { enter } from '#web/lib/enter.ts';
import { useForm } from '#web/lib/form.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf, useSend } from '#web/lib/query.ts';
import { destinationOf } from '#web/lib/return-url.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EmailField } from './EmailField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { loginProblems } from './rules.ts';

const words = auth.login;

export const LoginPage = () => {
  const { returnUrl, ended } = useSearch({ from: '/public/login' });
  const navigate = useNavigate();
  const { values, field, check } = useForm({ email: '', password: '' }, loginProblems);
  const { isPending, mutate } = useSend(signIn);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
    mutate(
      { body: { ...values, email: values.email.trim() } },
      {
        onSuccess: ({ data }) => {
          if (!enter(data)) return tell(auth.noContact, 'danger');
          const target = destinationOf(returnUrl, data.role) ?? destinationOf(data.returnUrl, data.role);
          void navigate({ ...(target ?? { to: '/' }), replace: true });
        },
        onError: (failed) => tell(saidOf(failed) ?? auth.noContact, 'danger'),
      },
    );
  };

  return (
    <div className={styles.card}>
      {ended !== undefined && (
        <p className={styles.note} role="status">
          {words.ended}
        </p>
      )}
      <PageHeader title={words.title} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField {...field('email')} label={words.email} />
        <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
        <Button type="submit" size="md" disabled={isPending}>
          {words.submit}
        </Button>
      </form>
      <p className={styles.other}>
        {words.noAccount} <Link to="/register">{words.register}</Link>
      </p>
    </div>
  );
};
