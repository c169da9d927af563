import { shell } from '#web/words/shell.ts';
import styles from './Shell.module.css';

/** A button, since the part of the address behind the # names the page. */
export const SkipLink = () => (
  <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
    {shell.skip}
  </button>
);
