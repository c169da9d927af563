import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { signIn, signUp } from '#contracts/auth.api.ts';
import type { SignedIn } from '#contracts/session.ts';
import { call } from '#web/lib/call.ts';
import { enter } from '#web/lib/enter.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EmailField } from './EmailField.tsx';
import { FixedEmail } from './FixedEmail.tsx';
import { PasswordField } from './PasswordField.tsx';
import { type Entry, loginProblems, registerProblems, strengthOf } from './rules.ts';
import { forgetTypedEmail, typedEmail, useTypedEmail } from './typed-email.ts';

/** What the link of an operator says. */
interface Invited {
  readonly email: string;
  readonly invitation: string;
}

interface Props {
  readonly mode: 'login' | 'register';
  readonly invited?: Invited;
  readonly onEntered: (session: SignedIn) => void;
}

const REASONS = { email_taken: 'email', second_factor_wrong: 'code' } as const;
const passwordOf = (field: string) => (field === 'password' || field === 'confirmPassword' ? field : undefined);
const RULES = { login: loginProblems, register: registerProblems } as const;

/** Email and password: of somebody known, or twice of somebody new. */
export const EntryForm = ({ mode, invited, onEntered }: Props) => {
  const isNew = mode === 'register';
  const [repeated, setRepeated] = useState(false);
  const [needed, setNeeded] = useState(false);
  const form = useForm<Entry & { readonly code: string }, { readonly data: SignedIn }>({
    first: { email: invited?.email ?? typedEmail(), password: '', confirmPassword: '', code: '' },
    rules: (typed) => ({
      ...RULES[mode](typed),
      ...(needed && typed.code.trim() === '' && { code: auth.login.codeRequired }),
    }),
    // Who was invited has no field for the address.
    ...(invited ? { inputOf: passwordOf } : { reasons: REASONS }),
    send: ({ email, password, confirmPassword, code }) => {
      const known = { email: email.trim(), password };
      const invitation = invited && { invitation: invited.invitation };
      return isNew
        ? call(signUp, { body: { ...known, confirmPassword, ...invitation } })
        : call(signIn, { body: { ...known, ...(needed && { code }) } });
    },
    onSaved: ({ data }) => {
      if (!enter(data)) return tell(auth.noContact, 'danger');
      forgetTypedEmail();
      onEntered(data);
    },
    onRefused: ({ reason }) => {
      if (reason !== 'second_factor_needed' || needed) return false;
      setNeeded(true);
      return true;
    },
    onRest: (failed) => tell(saidOf(failed) ?? auth.noContact, 'danger'),
  });
  useEffect(() => {
    if (needed) form.focus('code');
  }, [needed]);
  useTypedEmail(form.values.email);
  const { password, confirmPassword } = form.values;
  const differs = repeated && confirmPassword !== '' && confirmPassword !== password;
  const isGuessed = isNew && password !== '' && form.errorOf('password') === undefined;

  return (
    <Form form={form} className={styles.form}>
      {invited ? <FixedEmail email={invited.email} /> : <EmailField {...form.text('email')} label={auth.email} />}
      <PasswordField
        {...form.text('password')}
        label={auth.password}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        description={isGuessed ? auth.register.strengthHint(auth.register.strength[strengthOf(password)]) : undefined}
      />
      {isNew && (
        <PasswordField
          {...form.text('confirmPassword')}
          error={form.errorOf('confirmPassword') ?? (differs ? auth.register.mismatch : undefined)}
          onBlur={() => setRepeated(true)}
          label={auth.register.repeat}
          autoComplete="new-password"
        />
      )}
      {needed && (
        <TextInput
          {...form.text('code')}
          size="md"
          label={auth.login.code}
          description={auth.login.codeHint}
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <BusyButton type="submit" size="md" busy={form.busy}>
        {auth[mode].submit}
      </BusyButton>
    </Form>
  );
};
