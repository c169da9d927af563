import { Fragment } from 'react';
import kit from '#web/ui/kit.module.css';
import { palette } from '#web/words/palette.ts';
import styles from './palette.module.css';

/** Keys that are pressed one after another. */
export const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <span className={styles.keys}>
    {keys.map((key, at) => (
      <Fragment key={key}>
        {at > 0 && <span className={kit.hidden}> {palette.sheet.next} </span>}
        <kbd>{key}</kbd>
      </Fragment>
    ))}
  </span>
);
