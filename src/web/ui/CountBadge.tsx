import { count, total } from '#web/lib/numbers.ts';
import styles from './CountBadge.module.css';

interface Props {
  readonly value: number;
  /** There are at least as many. */
  readonly isMore?: boolean;
  /** The same in words. */
  readonly name?: string | undefined;
}

/** How many, beside what is counted. */
export const CountBadge = ({ value, isMore = false, name }: Props) => (
  <span className={styles.badge} data-none={value === 0} title={name}>
    {isMore ? total(value, true) : count(value)}
  </span>
);
