import { useEffect } from 'react';
import { askEmail } from '#contracts/own.api.ts';
import { EmailField } from '#web/areas/public/EmailField.tsx';
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
import { emailProblems } from './rules.ts';

const words = account.email;
const EMPTY = { email: '', currentPassword: '' };
const REASONS = { recent_sign_in_needed: 'currentPassword', email_taken: 'email' } as const;

/** Another address; the current password is asked for once the server wants it. */
export const EmailForm = ({ onAsked }: { readonly onAsked: () => void }) => {
  const { needed, onRefused } = useCurrentPassword();
  const form = useForm({
    first: EMPTY,
    rules: (given) => emailProblems(given, needed),
    reasons: REASONS,
    send: ({ email, currentPassword }) =>
      call(askEmail, { body: { email: email.trim(), ...(needed && { currentPassword }) } }),
    onSaved: (result) => {
      tellOf(result);
      onAsked();
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
      <EmailField {...form.text('email')} label={words.field} autoComplete="email" />
      {needed && <CurrentPassword {...form.text('currentPassword')} />}
      <BusyButton type="submit" size="md" variant="default" busy={form.busy}>
        {words.submit}
      </BusyButton>
      <LeaveQuestion leaving={leaving} />
    </Form>
  );
};
