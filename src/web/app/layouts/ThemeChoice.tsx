import { useId } from 'react';
import { type ThemeChoice as Choice, chooseTheme, useThemeChoice } from '#web/lib/scheme.ts';
import kit from '#web/ui/kit.module.css';
import { shell } from '#web/words/shell.ts';
import styles from './ThemeChoice.module.css';

const { theme } = shell;
const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'light', label: theme.light },
  { value: 'dark', label: theme.dark },
  { value: 'system', label: theme.system },
];

/** Plain radio buttons, as the documentation has them: every visitor loads this. */
export const ThemeChoice = () => {
  const chosen = useThemeChoice();
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={kit.hidden}>{theme.label}</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            className={kit.hidden}
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => chooseTheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
};
