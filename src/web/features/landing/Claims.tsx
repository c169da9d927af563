import { LatencyBadge } from '#web/features/latency/LatencyBadge.tsx';
import { landing } from '#web/words/landing.ts';
import styles from './Landing.module.css';

const words = landing.claims;

/** The two claims; the first one with the figure that it stands or falls by. */
export const Claims = () => (
  <section className={styles.claims} aria-label={words.title}>
    <div className={styles.claim}>
      <h2 className="kx-reel">{words.faster}</h2>
      <p>
        {words.fasterText} <LatencyBadge />
      </p>
    </div>
    <div className={styles.claim}>
      <h2 className="kx-reel">{words.easy}</h2>
      <p>{words.easyText}</p>
    </div>
  </section>
);
