import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { isEmail } from '#contracts/email.ts';
import { passwordLink, resetPassword } from '#contracts/link.api.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf, useCall } from '#web/lib/query.ts';
import { dropSession } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { FixedEmail } from './FixedEmail.tsx';
import { LinkRefused } from './LinkRefused.tsx';
import { PasswordField } from './PasswordField.tsx';
import { newPasswordProblems } from './rules.ts';

const words = auth.reset;

interface GivenLink {
  readonly email: string;
  readonly link: string;
}

const Choose = ({ email, link, onRefused }: GivenLink & { readonly onRefused: () => void }) => {
  const navigate = useNavigate();
  const form = useForm({
    first: { password: '', confirmPassword: '' },
    rules: newPasswordProblems,
    send: (typed) => call(resetPassword, { body: { email, link, ...typed } }),
    onSaved: async () => {
      // All sessions of the account have ended, this browser's too.
      if (stored().user?.email.toLowerCase() === email.toLowerCase()) dropSession();
      await navigate({ to: '/login', replace: true });
      tell(words.done, 'success');
    },
    onRefused: ({ reason }) => {
      if (reason !== 'link_invalid') return false;
      onRefused();
      return true;
    },
    onRest: (failed) => tell(saidOf(failed) ?? auth.noContact, 'danger'),
  });
  return (
    <Form form={form} className={styles.form}>
      <FixedEmail email={email} />
      <PasswordField {...form.text('password')} label={auth.password} autoComplete="new-password" />
      <PasswordField {...form.text('confirmPassword')} label={auth.register.repeat} autoComplete="new-password" />
      <BusyButton type="submit" size="md" busy={form.busy}>
        {words.submit}
      </BusyButton>
    </Form>
  );
};

/** The link is looked at before anybody chooses a password for nothing. */
const Given = ({ email, link }: GivenLink) => {
  const isWhole = isEmail(email) && link !== '';
  const { isLoading, error, refetch } = useCall(
    passwordLink,
    { body: { email, link } },
    { enabled: isWhole, retry: false, staleTime: 0 },
  );
  // Where it could not be looked at, the form goes on and its answer says more.
  if (!isWhole || error?.reason === 'link_invalid' || error?.reason === 'invalid_body')
    return (
      <LinkRefused text={words.refused}>
        <Link to="/forgotten">{words.another}</Link>
      </LinkRefused>
    );
  if (isLoading) return null;
  return <Choose email={email} link={link} onRefused={() => void refetch()} />;
};

/** Where the link for a new password leads. */
export const ResetPage = () => {
  const { email = '', link = '' } = useSearch({ from: '/public/reset' });
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {/* Another link in the same tab is another form. */}
      <Given key={`${email} ${link}`} email={email.trim()} link={link.trim()} />
    </div>
  );
};
