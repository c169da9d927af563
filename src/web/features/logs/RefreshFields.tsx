import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { wholeOf } from '#web/lib/paging.ts';
import { YesNo } from '#web/ui/YesNo.tsx';
import { logs as words } from '#web/words/logs.ts';
import styles from './logs.module.css';
import type { Refresh } from './useRefresh.ts';

const [LEAST, MOST] = [1, 3_600] as const;
const FIRST = 10;

/** Seconds between two searches, as the configuration says. */
export const intervalOf = (set: string | undefined): number => wholeOf(set, LEAST, MOST) ?? FIRST;

interface Props {
  readonly refresh: Refresh;
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
  readonly disabled: boolean;
}

/** The switch of the auto-refresh, how long it waits, and how long it still does. */
export const RefreshFields = ({ refresh: { on, turn, left }, seconds, onSeconds, disabled }: Props) => {
  const [text, setText] = useState(String(seconds));
  const isWrong = wholeOf(text, LEAST, MOST) === undefined;
  return (
    <div className={styles.refresh}>
      <YesNo label={words.refresh} value={on} onChange={turn} disabled={disabled} />
      <TextInput
        className={styles.seconds ?? ''}
        label={words.interval}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={isWrong && words.wrong.interval(LEAST, MOST)}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          const meant = wholeOf(value, LEAST, MOST);
          if (meant !== undefined) onSeconds(meant);
        }}
      />
      <TextInput className={styles.seconds ?? ''} label={words.next} readOnly value={on ? String(left) : ''} />
    </div>
  );
};
