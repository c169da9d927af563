import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { type ThemeChoice as Choice, chooseTheme, useThemeChoice } from '#web/lib/scheme.ts';
import { shell } from '#web/words/shell.ts';
import styles from './ThemeChoice.module.css';

const { theme } = shell;
const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'light', label: theme.light },
  { value: 'dark', label: theme.dark },
  { value: 'system', label: theme.system },
];

export const ThemeChoice = () => (
  <SegmentedControl
    aria-label={theme.label}
    size="xs"
    withItemsBorders={false}
    classNames={{
      root: styles.root ?? '',
      label: styles.label ?? '',
      indicator: styles.indicator ?? '',
    }}
    data={[...CHOICES]}
    value={useThemeChoice()}
    onChange={(value) => chooseTheme(value as Choice)}
  />
);
