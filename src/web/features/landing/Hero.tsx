import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
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
      <h1 className={`kx-marquee ${styles.tagline}`}>
        {landing.tagline.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className={`kx-lead ${styles.welcome}`}>{landing.welcome}</p>
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
