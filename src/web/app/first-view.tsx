import { Button, MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Hero } from '#web/features/landing/Hero.tsx';
import { Console } from '#web/features/try/Console.tsx';
import { FAVOURITE, useConsole } from '#web/features/try/useConsole.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { landing } from '#web/words/landing.ts';
import { shell } from '#web/words/shell.ts';
import styles from './layouts/Shell.module.css';
import { cssVariablesResolver, islandStyles, theme } from './theme.ts';

const StillConsole = () => {
  const handle = useConsole(FAVOURITE, null);
  return (
    <div inert style={{ display: 'contents' }}>
      <Console handle={handle} token={null} ready={false} answerRef={null} />
    </div>
  );
};

/** What a visitor sees of the first page before its script runs: the same pieces in the same places. */
const FirstView = () => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
    <style>{islandStyles}</style>
    <div className={styles.page}>
      <header className={`${styles.frame} ${styles.header}`}>
        <a href="#/" className={styles.home} aria-label={`${shell.product}, ${shell.home}`}>
          <Logo />
        </a>
        <a href="/docs" className={`${styles.link} ${styles.wide}`}>
          {shell.documentation}
        </a>
        <a href="#/?show=features" className={`${styles.link} ${styles.wide}`}>
          {landing.features}
        </a>
        <span className={`${styles.link} ${styles.wide}`}>{landing.contact}</span>
        <a href="#/login" className={styles.link}>
          {shell.signIn}
        </a>
        <Button component="a" href="#/register">
          {shell.register}
        </Button>
      </header>
      <main className={`${styles.frame} ${styles.main}`}>
        <Hero signedIn={false} link={(props) => <a href="#/register" {...props} />}>
          <StillConsole />
        </Hero>
      </main>
    </div>
  </MantineProvider>
);

/** Made when the site is built: see vite.config.ts. */
export const firstView = (): string => renderToStaticMarkup(<FirstView />);
