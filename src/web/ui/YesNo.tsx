import { useId } from 'react';
import styles from './YesNo.module.css';

interface Props {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
}

/** A switch that says its state in a word: 'YES' or 'NO'. */
export const YesNo = ({ label, value, onChange, disabled = false }: Props) => {
  const id = useId();
  return (
    <span className={styles.yesNo}>
      <label htmlFor={id}>{label}</label>
      <button
        type="button"
        role="switch"
        id={id}
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
