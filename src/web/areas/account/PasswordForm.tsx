import { useEffect } from 'react';
import { changePassword } from '#contracts/account.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import { call } from '#web/lib/call.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { CurrentPassword, useCurrentPassword } from './CurrentPassword.tsx';
import { passwordProblems } from './rules.ts';

const words = account.password;
const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };
const REASONS = { recent_sign_in_needed: 'currentPassword' } as const;

interface Props {
  readonly email: string;
  readonly onChanged: () => void;
}

/** A new password, typed twice; the current one is asked for once the server wants it. */
export const PasswordForm = ({ email, onChanged }: Props) => {
  const { needed, onRefused } = useCurrentPassword();
  const form = useForm({
    first: EMPTY,
    rules: (given) => passwordProblems(given, needed),
    reasons: REASONS,
    send: ({ currentPassword, ...fresh }) =>
      call(changePassword, { body: { email, ...fresh, ...(needed && { currentPassword }) } }),
    onSaved: (result) => {
      tellOf(result);
      onChanged();
    },
    onRefused,
    onRest: tellOf,
  });
  useEffect(() => {
    if (needed) form.focus('currentPassword');
  }, [needed]);

  const leaving = useLeaving(form);
  return (
    <Form form={form} className={styles.form}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needed && <CurrentPassword {...form.text('currentPassword')} />}
      <PasswordField {...form.text('password')} label={words.password} autoComplete="new-password" />
      <PasswordField {...form.text('confirmPassword')} label={words.confirm} autoComplete="new-password" />
      <BusyButton type="submit" size="md" busy={form.busy}>
        {words.submit}
      </BusyButton>
      <LeaveQuestion leaving={leaving} />
    </Form>
  );
};
