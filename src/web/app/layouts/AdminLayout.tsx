import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readPreferences } from '#web/lib/preferences.ts';
import { AlertBar } from '#web/ui/AlertBar.tsx';
import kit from '#web/ui/kit.module.css';
import { Loader } from '#web/ui/Loader.tsx';
import styles from './Admin.module.css';
import { AdminBar } from './AdminBar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useDesk } from './useDesk.tsx';

/** The administration: a bar that stays, and the page below it. */
export const AdminLayout = () => {
  const { showPalette, dialogs } = useDesk();
  useEffect(() => {
    // What another browser has chosen meanwhile; without an answer the copy of this one stands.
    const read = (): void => {
      if (document.visibilityState === 'visible') readPreferences().catch(() => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
  return (
    <div className={`${kit.dense} ${styles.body}`}>
      <SkipLink />
      <AdminBar onPalette={showPalette} />
      <AlertBar />
      <Loader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {dialogs}
    </div>
  );
};
