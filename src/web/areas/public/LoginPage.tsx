import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SignedIn } from '#contracts/session.ts';
import { destinationOf } from '#web/lib/return-url.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EntryForm } from './EntryForm.tsx';
import { FinishSignIn } from './FinishSignIn.tsx';
import { ProviderButton } from './ProviderButton.tsx';

const words = auth.login;

/** What a provider has sent somebody back with, kept here: it can be used once, so no history has to know it. */
const useBrought = (): readonly [said: string | null, forget: () => void] => {
  const { provider } = useSearch({ strict: false }) as { readonly provider?: unknown };
  const [brought, setBrought] = useState(() => (typeof provider === 'string' ? provider : null));
  const navigate = useNavigate();
  useEffect(() => {
    if (brought !== null) void navigate({ to: '/login', search: {}, replace: true });
  }, []);
  return [brought, () => setBrought(null)];
};

export const LoginPage = () => {
  const { returnUrl, ended } = useSearch({ from: '/public/login' });
  const [brought, forget] = useBrought();
  const navigate = useNavigate();
  const onEntered = (session: SignedIn): void => {
    const target = destinationOf(returnUrl, session.role) ?? destinationOf(session.returnUrl, session.role);
    void navigate({ ...(target ?? { to: '/' }), replace: true });
  };
  if (brought !== null)
    return (
      <div className={styles.card}>
        <PageHeader title={words.title} />
        <FinishSignIn said={brought} onEntered={onEntered} onLeave={forget} />
      </div>
    );
  return (
    <div className={styles.card}>
      {ended !== undefined && (
        <p className={styles.note} role="status">
          {words.ended}
        </p>
      )}
      <PageHeader title={words.title} />
      <EntryForm mode="login" onEntered={onEntered} />
      <ProviderButton returnUrl={returnUrl} />
      <p className={styles.other}>
        <Link to="/forgotten">{words.forgotten}</Link>
      </p>
      <p className={styles.other}>
        {words.noAccount}{' '}
        <Link to="/register" search={returnUrl === undefined ? {} : { returnUrl }}>
          {words.register}
        </Link>
      </p>
    </div>
  );
};
