import kit from '#web/ui/kit.module.css';
import { landing } from '#web/words/landing.ts';
import styles from './Landing.module.css';
import { LatencyBadge } from './LatencyBadge.tsx';

const words = landing.claims;

/** The two claims; the first one with the figure that it stands or falls by. */
export const Claims = () => (
  <section className={styles.claims} aria-label={words.title}>
    <div className={styles.claim}>
      <h2 className={kit.reel}>{words.faster}</h2>
      <p>
        {words.fasterText} <LatencyBadge />
      </p>
    </div>
    <div className={styles.claim}>
      <h2 className={kit.reel}>{words.easy}</h2>
      <p>{words.easyText}</p>
    </div>
  </section>
);
