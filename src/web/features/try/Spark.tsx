import { tryIt as words } from '#web/words/try-it.ts';
import styles from './Spark.module.css';
import { barOf, CLAIM_MS, REMEMBERED } from './timing.ts';

/** Small bars of the last calls with the line of what the product claims; the figures stand beside it in words. */
export const Spark = ({ calls }: { readonly calls: readonly number[] }) => {
  const slowest = Math.max(...calls);
  const line = 100 - barOf(CLAIM_MS, slowest);
  const from = REMEMBERED - calls.length;
  return (
    <svg className={styles.spark} viewBox="0 0 120 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <title>{words.line}</title>
      {calls.map((ms, at) => {
        const height = Math.max(4, barOf(ms, slowest));
        const x = (from + at) * 6;
        // The same time twice is no reason to draw it once: the place is the key.
        return <rect key={x} x={x} y={100 - height} width={4} height={height} data-over={ms > CLAIM_MS} />;
      })}
      <path d={`M0 ${line}H120`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
};
