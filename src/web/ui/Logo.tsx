import styles from './Logo.module.css';

/** The word mark. `size` is its height in px. */
export const Logo = ({ size = 28 }: { readonly size?: number }) => (
  <span className={styles.logo} style={{ fontSize: size }}>
    Kinodex
  </span>
);
