import { count } from '#web/lib/numbers.ts';
import styles from './Bars.module.css';
import { barScale } from './bar-scale.ts';
import kit from './kit.module.css';

interface Props {
  readonly data: readonly { readonly label: string; readonly value: number }[];
  /** Drawn as a dashed line; bars over it are in the danger colour. */
  readonly limit?: number;
  /** What the bars are, above the chart. */
  readonly caption: string;
  /** How a value is written; as a count where nothing is said. */
  readonly written?: (value: number) => string;
}

/** A small bar chart, with the same figures as a table for who cannot see it. */
export const Bars = ({ data, limit, caption, written = count }: Props) => {
  const scale = barScale(
    data.map(({ value }) => value),
    limit,
  );
  return (
    <figure className={styles.bars}>
      <figcaption>
        <span>{caption}</span>
        {limit !== undefined && <span className={styles.limitWord}>limit {written(limit)}</span>}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        {scale.limit !== null && <span className={styles.limit} style={{ insetBlockEnd: `${scale.limit}%` }} />}
        {data.map(({ label, value }, at) => (
          <span key={label} className={styles.slot} title={`${label}: ${written(value)}`}>
            <span
              style={{ blockSize: `${scale.heights[at]}%` }}
              data-over={limit !== undefined && value > limit}
              data-some={value > 0}
            />
          </span>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{data[0]?.label}</span>
        <span>top {written(scale.top)}</span>
        <span>{data.length > 1 && data.at(-1)?.label}</span>
      </div>
      <div className={kit.hidden}>
        <table>
          <caption>{caption}</caption>
          <tbody>
            {data.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{written(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
};
