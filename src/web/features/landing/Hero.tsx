import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import kit from '#web/ui/kit.module.css';
import { landing } from '#web/words/landing.ts';
import styles from './Landing.module.css';

interface Props {
  readonly signedIn: boolean;
  /** Leads to the registration, or to the token of who is signed in. */
  readonly link: (props: Readonly<Record<string, unknown>>) => ReactElement;
  /** The console. */
  readonly children: ReactNode;
}

export const Hero = ({ signedIn, link, children }: Props) => (
  <div className={styles.hero}>
    <div>
      <h1 className={`${kit.marquee} ${styles.tagline}`}>
        {landing.tagline.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className={`${kit.lead} ${styles.welcome}`}>{landing.welcome}</p>
      <div className={styles.actions}>
        <Button size="md" renderRoot={link}>
          {signedIn ? landing.yourToken : landing.getToken}
        </Button>
        <Button size="md" variant="default" component="a" href="/docs">
          {landing.docs}
        </Button>
      </div>
    </div>
    {children}
  </div>
);
