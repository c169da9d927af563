import { Outlet } from '@tanstack/react-router';
import { AlertBar } from '#web/ui/AlertBar.tsx';
import kit from '#web/ui/kit.module.css';
import { Loader } from '#web/ui/Loader.tsx';
import styles from './Admin.module.css';
import { AdminBar } from './AdminBar.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The administration: a bar that stays, and the page below it. */
export const AdminLayout = () => (
  <div className={`${kit.dense} ${styles.body}`}>
    <SkipLink />
    <AdminBar />
    <AlertBar />
    <Loader />
    <main id="main" tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  </div>
);
