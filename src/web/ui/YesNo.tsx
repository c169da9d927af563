import { useId } from 'react';
import kit from './kit.module.css';
import styles from './YesNo.module.css';

interface Props {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
  /** Why it cannot be switched now; then it is not, and keeps the focus. */
  readonly off?: string | undefined;
  /** What stands around it names it for those who see it. */
  readonly bare?: boolean;
  /** The field of a form that it is. */
  readonly path?: string;
  /** Other words than 'YES' and 'NO'. */
  readonly words?: readonly [yes: string, no: string];
}

/** A switch that says its state in a word. */
export const YesNo = ({
  label,
  value,
  onChange,
  disabled = false,
  off,
  bare = false,
  path,
  words = ['YES', 'NO'],
}: Props) => {
  const [yes, no] = words;
  const id = useId();
  const why = useId();
  const isOff = off !== undefined;
  return (
    <span className={styles.yesNo} data-bare={bare} title={off}>
      <label htmlFor={id} className={bare ? kit.hidden : undefined}>
        {label}
      </label>
      <button
        type="button"
        role="switch"
        id={id}
        data-path={path}
        aria-checked={value}
        disabled={disabled}
        {...(isOff && { 'aria-disabled': true, 'aria-describedby': why })}
        onClick={() => !isOff && onChange(!value)}
      >
        <span aria-hidden="true" data-on={value}>
          {yes}
        </span>
        <span aria-hidden="true" data-on={!value}>
          {no}
        </span>
      </button>
      {isOff && (
        <span id={why} hidden>
          {off}
        </span>
      )}
    </span>
  );
};
