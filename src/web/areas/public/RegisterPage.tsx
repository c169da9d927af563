import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { invitation as lookAtInvitation } from '#contracts/auth.api.ts';
import { isEmail } from '#contracts/email.ts';
import type { SignedIn } from '#contracts/session.ts';
import { ContactLink } from '#web/features/landing/ContactLink.tsx';
import { useCall } from '#web/lib/query.ts';
import { destinationOf, homeOf } from '#web/lib/return-url.ts';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EntryForm } from './EntryForm.tsx';

const words = auth.register;

interface LinkProps {
  readonly email: string;
  readonly invitation: string;
}

const Register = ({ lead, invited }: { readonly lead: string; readonly invited?: LinkProps }) => {
  const { returnUrl } = useSearch({ from: '/public/register' });
  const navigate = useNavigate();
  const onEntered = ({ role }: SignedIn): void => {
    const target = destinationOf(returnUrl, role) ?? { to: homeOf(role) };
    void navigate({ ...target, replace: true });
  };
  return (
    <>
      <p className={kit.muted}>{lead}</p>
      <EntryForm mode="register" {...(invited && { invited })} onEntered={onEntered} />
      <p className={styles.other}>
        {words.haveAccount}{' '}
        <Link to="/login" search={returnUrl === undefined ? {} : { returnUrl }}>
          {words.signIn}
        </Link>
      </p>
    </>
  );
};

/** A link that leads nowhere, and what to do instead. */
const Refused = () => (
  <div role="alert">
    <p className={styles.note} data-tone="warning">
      {words.refused}
    </p>
    <p>{words.haveChosen}</p>
    <Button size="md" renderRoot={(root) => <Link to="/login" {...root} />}>
      {words.signIn}
    </Button>
    <p className={styles.other}>
      {words.askAgain} <ContactLink className={undefined} />
    </p>
  </div>
);

/** The link is looked at before anybody chooses a password for nothing. */
const Invited = ({ email, invitation }: LinkProps) => {
  const isWhole = isEmail(email) && invitation !== '';
  const { isLoading, error } = useCall(
    lookAtInvitation,
    { body: { email, invitation } },
    { enabled: isWhole, retry: false, staleTime: 0 },
  );
  // Where it could not be looked at, the form goes on and its answer says more.
  const isRefused = error?.reason === 'invitation_invalid' || error?.reason === 'invalid_body';
  if (!isWhole || isRefused) return <Refused />;
  if (isLoading) return null;
  return <Register lead={words.invited} invited={{ email, invitation }} />;
};

export const RegisterPage = () => {
  const { email = '', invitation } = useSearch({ from: '/public/register' });
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {invitation === undefined ? (
        <Register lead={words.lead} />
      ) : (
        // Another link in the same tab is another form.
        <Invited key={`${email} ${invitation}`} email={email.trim()} invitation={invitation.trim()} />
      )}
    </div>
  );
};
