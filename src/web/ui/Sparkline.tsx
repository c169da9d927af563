import { barScale } from './bar-scale.ts';
import styles from './Sparkline.module.css';

interface Props {
  readonly data: readonly { readonly label: string; readonly value: number }[];
  /** Bars over it are in the danger colour. */
  readonly limit?: number;
  readonly written: (value: number) => string;
}

/** How a figure went, beside it: nothing that the figure's own list does not say in words. */
export const Sparkline = ({ data, limit, written }: Props) => {
  // The highest bar fills the room: where little goes on, that is seen too.
  const { heights } = barScale(data.map(({ value }) => value / Math.max(...data.map((one) => one.value), 1e-9)));
  return (
    <span className={styles.spark} aria-hidden="true">
      {data.map(({ label, value }, at) => (
        <span key={label} title={`${label}: ${written(value)}`}>
          <span
            style={{ blockSize: `${heights[at]}%` }}
            data-some={value > 0}
            data-over={limit !== undefined && value > limit}
          />
        </span>
      ))}
    </span>
  );
};
