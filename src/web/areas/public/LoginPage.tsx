import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { destinationOf } from '#web/lib/return-url.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { EntryForm } from './EntryForm.tsx';

const words = auth.login;

export const LoginPage = () => {
  const { returnUrl, ended } = useSearch({ from: '/public/login' });
  const navigate = useNavigate();
  return (
    <div className={styles.card}>
      {ended !== undefined && (
        <p className={styles.note} role="status">
          {words.ended}
        </p>
      )}
      <PageHeader title={words.title} />
      <EntryForm
        mode="login"
        onEntered={(session) => {
          const target = destinationOf(returnUrl, session.role) ?? destinationOf(session.returnUrl, session.role);
          void navigate({ ...(target ?? { to: '/' }), replace: true });
        }}
      />
      <p className={styles.other}>
        <Link to="/forgotten">{words.forgotten}</Link>
      </p>
      <p className={styles.other}>
        {words.noAccount} <Link to="/register">{words.register}</Link>
      </p>
    </div>
  );
};
