import { Link, Outlet } from '@tanstack/react-router';
import { features } from '#web/words/features.ts';
import { payments } from '#web/words/payments.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Shell.module.css';
import { Shell } from './Shell.tsx';

/** The pages of a signed-in person beside their list; on a phone the list stands above them. */
export const UserLayout = () => (
  <Shell>
    <div className={styles.user}>
      <nav aria-label={shell.accountPages}>
        <ul className={styles.side}>
          <li>
            <Link to="/token" className={styles.sideLink}>
              {shell.token}
            </Link>
          </li>
          <li>
            <Link to="/profile" className={styles.sideLink}>
              {shell.account}
            </Link>
          </li>
          <li>
            <Link to="/features" className={styles.sideLink}>
              {features.title}
            </Link>
          </li>
          <li>
            <Link to="/payments" className={styles.sideLink}>
              {payments.title}
            </Link>
          </li>
        </ul>
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  </Shell>
);
