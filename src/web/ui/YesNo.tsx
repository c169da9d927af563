import { useId } from 'react';
import styles from './YesNo.module.css';

interface Props {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
  /** The field of a form that it is. */
  readonly path?: string;
}

/** A switch that says its state in a word: 'YES' or 'NO'. */
export const YesNo = ({ label, value, onChange, disabled = false, path }: Props) => {
  const id = useId();
  return (
    <span className={styles.yesNo}>
      <label htmlFor={id}>{label}</label>
      <button
        type="button"
        role="switch"
        id={id}
        data-path={path}
        aria-checked={value}
        disabled={disabled}
        onClick={() => onChange(!value)}
      >
        <span aria-hidden="true" data-on={value}>
          YES
        </span>
        <span aria-hidden="true" data-on={!value}>
          NO
        </span>
      </button>
    </span>
  );
};
