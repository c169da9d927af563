import { prefer, usePreferences } from '#web/lib/preferences.ts';
import kit from '#web/ui/kit.module.css';
import { YesNo } from '#web/ui/YesNo.tsx';
import { palette } from '#web/words/palette.ts';
import { hasLetters, LETTERS } from './letters.ts';
import styles from './palette.module.css';

const words = palette.sheet;

/** Whether letters alone do something; kept in every browser. */
export const ShortcutSwitch = () => (
  <div className={styles.switch}>
    <YesNo
      label={words.letters}
      value={hasLetters(usePreferences())}
      onChange={(on) => prefer(LETTERS, on ? null : false)}
    />
    <p className={kit.muted}>{words.lettersHint}</p>
  </div>
);
