import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { invitation as lookAtInvitation } from '#contracts/auth.api.ts';
import { isEmail } from '#contracts/email.ts';
import { ContactLink } from '#web/features/landing/ContactLink.tsx';
import { useCall } from '#web/lib/query.ts';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { RegisterForm } from './RegisterForm.tsx';

const words = auth.register;

const Form = ({ lead, children }: { readonly lead: string; readonly children: ReactNode }) => (
  <>
    <p className={kit.muted}>{lead}</p>
    {children}
    <p className={styles.other}>
      {words.haveAccount} <Link to="/login">{words.signIn}</Link>
    </p>
  </>
);

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

interface LinkProps {
  readonly email: string;
  readonly invitation: string;
}

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
  return (
    <Form lead={words.invited}>
      <RegisterForm invited={{ email, invitation }} />
    </Form>
  );
};

export const RegisterPage = () => {
  const { email = '', invitation } = useSearch({ from: '/public/register' });
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {invitation === undefined ? (
        <Form lead={words.lead}>
          <RegisterForm />
        </Form>
      ) : (
        // Another link in the same tab is another form.
        <Invited key={`${email} ${invitation}`} email={email.trim()} invitation={invitation.trim()} />
      )}
    </div>
  );
};
