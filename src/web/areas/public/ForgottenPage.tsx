import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgotPassword } from '#contracts/link.api.ts';
import { ContactLink } from '#web/features/landing/ContactLink.tsx';
import { call } from '#web/lib/call.ts';
import { clearMessages, tell } from '#web/lib/messages.ts';
import { saidOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EmailField } from './EmailField.tsx';
import { forgottenProblems } from './rules.ts';
import { typedEmail, useTypedEmail } from './typed-email.ts';

const words = auth.forgotten;

const Ask = ({ onSent }: { readonly onSent: (email: string) => void }) => {
  const form = useForm({
    first: { email: typedEmail() },
    rules: forgottenProblems,
    send: ({ email }) => call(forgotPassword, { body: { email: email.trim() } }),
    onSaved: () => {
      clearMessages();
      onSent(form.values.email.trim());
    },
    onRest: (failed) => tell(saidOf(failed) ?? auth.noContact, 'danger'),
  });
  useTypedEmail(form.values.email);
  return (
    <>
      <p className={kit.muted}>{words.lead}</p>
      <Form form={form} className={styles.form}>
        <EmailField {...form.text('email')} label={auth.email} />
        <BusyButton type="submit" size="md" busy={form.busy}>
          {words.submit}
        </BusyButton>
      </Form>
    </>
  );
};

/** A link for a new password is asked for; what it says is the same for every address. */
export const ForgottenPage = () => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {sentTo === null ? (
        <Ask onSent={setSentTo} />
      ) : (
        <p className={styles.note} role="status">
          {words.sent(sentTo)}
        </p>
      )}
      <p className={styles.other}>
        {words.noMail} <ContactLink className={undefined} />
      </p>
      <p className={styles.other}>
        <Link to="/login">{auth.register.signIn}</Link>
      </p>
    </div>
  );
};
