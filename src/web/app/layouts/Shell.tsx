import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { stats } from '#contracts/public.api.ts';
import { ContactLink } from '#web/features/landing/ContactLink.tsx';
import { FeaturesLink } from '#web/features/landing/FeaturesLink.tsx';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { AlertBar } from '#web/ui/AlertBar.tsx';
import { Loader } from '#web/ui/Loader.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { CLIENT_VERSION, shell } from '#web/words/shell.ts';
import styles from './Shell.module.css';
import { SkipLink } from './SkipLink.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

// Menus weigh a lot, and visitors have none.
const AccountMenu = lazy(() => import('./AccountMenu.tsx').then((file) => ({ default: file.AccountMenu })));

const Header = () => {
  const { user } = useSession();
  const pressed = useRef(false);
  return (
    <header className={`${styles.frame} ${styles.header}`}>
      <Link to="/" className={styles.home} aria-label={`${shell.product}, ${shell.home}`}>
        <Logo />
      </Link>
      <a href="/docs" className={`${styles.link} ${styles.wide}`}>
        {shell.documentation}
      </a>
      <FeaturesLink className={`${styles.link} ${styles.wide}`} />
      <ContactLink className={`${styles.link} ${styles.wide}`} />
      {user ? (
        <Suspense
          fallback={
            <Button
              variant="default"
              onClick={() => {
                pressed.current = true;
              }}
            >
              {shell.account}
            </Button>
          }
        >
          <AccountMenu pressed={pressed} />
        </Suspense>
      ) : (
        <>
          <Link to="/login" className={styles.link}>
            {shell.signIn}
          </Link>
          <Button renderRoot={(props) => <Link to="/register" {...props} />}>{shell.register}</Button>
        </>
      )}
    </header>
  );
};

/** What the terms of the sources want to be said where their data is shown. */
const Notices = () => {
  const { data } = useCall(stats, undefined);
  if (!data || data.data.notices.length === 0) return null;
  return (
    <ul className={styles.notices} aria-label={shell.notices}>
      {data.data.notices.map((notice) => (
        <li key={notice}>
          <bdi>{notice}</bdi>
        </li>
      ))}
    </ul>
  );
};

const Footer = () => {
  const { user } = useSession();
  const { data } = useCall(stats, undefined);
  const texts = data?.data.texts ?? [];
  return (
    <footer className={styles.frame}>
      <div className={styles.footer}>
        <nav aria-label={shell.siteLinks}>
          <ul className={styles.footerLinks}>
            <li>
              <Link to="/" className={styles.link}>
                {shell.home}
              </Link>
            </li>
            {user === null && (
              <li>
                <Link to="/register" className={styles.link}>
                  {shell.register}
                </Link>
              </li>
            )}
            <li>
              <ContactLink className={styles.link} />
            </li>
            <li>
              <a href="/docs" className={styles.link}>
                {shell.documentation}
              </a>
            </li>
            <li>
              <Link to="/status" className={styles.link}>
                {shell.status}
              </Link>
            </li>
            {texts.map((text) => (
              <li key={text}>
                <Link to={`/${text}`} className={styles.link}>
                  {shell.texts[text]}
                </Link>
              </li>
            ))}
            {user === null && (
              <li>
                <Link to="/login" className={styles.link}>
                  {shell.signIn}
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <span className={styles.version} title={shell.clientVersion}>
          {CLIENT_VERSION}
        </span>
        <ThemeChoice />
        <Notices />
      </div>
    </footer>
  );
};

/** Header, messages, the page itself and the footer: everything but the administration. */
export const Shell = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>
    <SkipLink />
    <Header />
    <AlertBar />
    <Loader />
    <main id="main" tabIndex={-1} className={`${styles.frame} ${styles.main}`}>
      {children}
    </main>
    <Footer />
  </div>
);
