import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';

/** The whole of it, however long: nobody can change it. A password manager finds it in the field. */
export const FixedEmail = ({ email }: { readonly email: string }) => (
  <>
    <dl className={styles.email}>
      <dt>{auth.email}</dt>
      <dd>{email}</dd>
    </dl>
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  </>
);
