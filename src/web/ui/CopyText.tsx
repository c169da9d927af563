import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './CopyText.module.css';
import kit from './kit.module.css';
import { useCopy } from './useCopy.ts';

interface ButtonProps {
  readonly value: string;
  /** What is copied, as it stands in the button's name: `imdb id` makes "Copy imdb id". */
  readonly label: string;
  /** -1 where arrows lead to it instead of Tab. */
  readonly tabIndex?: -1;
}

interface ManualProps {
  readonly value: string;
  readonly label: string;
  readonly onClose: () => void;
}

/** The text, selected, where the browser lets nothing be copied. */
export const CopyManually = ({ value, label, onClose }: ManualProps) => (
  <span className={styles.manual}>
    <input
      readOnly
      value={value}
      aria-label={`${label}, press Ctrl C to copy`}
      ref={(field) => field?.select()}
      onBlur={onClose}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
    <span className={kit.small}>Press Ctrl C to copy</span>
  </span>
);

/** The copy button alone. Where nothing can be copied it shows the text, selected. */
export const CopyButton = ({ value, label, tabIndex }: ButtonProps) => {
  const { state, run, close } = useCopy(value);
  return (
    <span className={styles.copy}>
      <button
        type="button"
        className={kit.icon}
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        tabIndex={tabIndex}
        onClick={run}
      >
        {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </button>
      <span role="status" className={state === 'copied' ? styles.copied : kit.hidden}>
        {state === 'copied' && 'Copied'}
      </span>
      {state === 'manual' && <CopyManually value={value} label={label} onClose={close} />}
    </span>
  );
};

interface Props extends Omit<ButtonProps, 'tabIndex'> {
  /** What is shown; the value itself when there is nothing else. */
  readonly children?: ReactNode;
}

/** Text in the machine's face with a copy button after it. */
export const CopyText = ({ value, label, children }: Props) => (
  <span className={styles.text}>
    <code className={kit.code} dir="ltr">
      {children ?? value}
    </code>
    <CopyButton value={value} label={label} />
  </span>
);
