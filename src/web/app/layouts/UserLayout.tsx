import { Link, Outlet } from '@tanstack/react-router';
import { KeepAccount } from '#web/features/leaving/KeepAccount.tsx';
import { useMenu } from '#web/lib/menu.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Shell.module.css';
import { Shell } from './Shell.tsx';

/** The pages of a signed-in person beside their list; on a phone the list stands above them. */
export const UserLayout = () => {
  const pages = useMenu('account');
  return (
    <Shell>
      <div className={styles.user}>
        <nav aria-label={shell.accountPages}>
          <ul className={styles.side}>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.sideLink}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.content}>
          <KeepAccount />
          <Outlet />
        </div>
      </div>
    </Shell>
  );
};
