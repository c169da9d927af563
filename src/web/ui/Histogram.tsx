import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { stamp } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import type { Tone } from '#web/lib/status.ts';
import styles from './Histogram.module.css';
import { barAt, endsOf, type Marked, markedBy } from './histogram-range.ts';
import kit from './kit.module.css';

/** What one colour of the stacks is. */
export interface Stack {
  readonly name: string;
  readonly tone: Tone;
}

/** What there was from a moment on and before another one; a count for each stack. */
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly counts: readonly number[];
}

interface Props {
  /** What is counted: `Requests`. */
  readonly label: string;
  /** From the ground up. */
  readonly stacks: readonly Stack[];
  /** Without gaps, the oldest first. */
  readonly bars: readonly Bar[];
  /** What has to be known beside the figures, such as that they are not all. */
  readonly note?: string | undefined;
  /** The range that was drawn: from the one moment on and before the other. */
  readonly onRange: (from: string, to: string) => void;
}

const HINT = 'Drag over the bars, or use the arrow keys, Shift and Enter, to choose a range.';

const sumOf = ({ counts }: Bar): number => counts.reduce((sum, one) => sum + one, 0);

/** Stacked bars over time, on which a range can be drawn; the same figures as a table for who cannot see them. */
export const Histogram = ({ label, stacks, bars, note, onRange }: Props) => {
  const hint = useId();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [draws, setDraws] = useState(false);
  const [drawn, setDrawn] = useState(bars);
  if (drawn !== bars) {
    setDrawn(bars);
    setMarked(null);
    setDraws(false);
  }
  const top = Math.max(1, ...bars.map(sumOf));
  const ends = marked && endsOf(marked);
  const many = bars.length;

  const said = (first: number, last: number): string => {
    const range = bars.slice(first, last + 1);
    const parts = stacks.flatMap(({ name }, place) => {
      const sum = range.reduce((all, { counts }) => all + (counts[place] ?? 0), 0);
      return sum > 0 ? [`${count(sum)} ${name}`] : [];
    });
    const [from = '', to = ''] = [range[0]?.from, range.at(-1)?.to];
    return `${stamp(from)} – ${stamp(to)}: ${parts.length > 0 ? parts.join(', ') : 'none'}`;
  };
  const take = (): void => {
    if (!ends) return;
    const [first, last] = [bars[ends[0]], bars[ends[1]]];
    setMarked(null);
    setDraws(false);
    if (first && last) onRange(first.from, last.to);
  };
  const under = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return barAt((clientX - left) / Math.max(1, width), many);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || many === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = under(event);
    setMarked({ anchor: at, at });
    setDraws(true);
  };
  const stop = (): void => {
    setMarked(null);
    setDraws(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take();
    else if (event.key === 'Escape' && marked) stop();
    else {
      const next = markedBy(event.key, event.shiftKey, marked, many);
      if (next === null) return;
      event.preventDefault();
      setMarked(next);
    }
  };

  return (
    <figure className={styles.histogram} data-part="histogram">
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <ul>
          {stacks.map(({ name, tone }) => (
            <li key={name} data-tone={tone}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div
        role="slider"
        className={styles.plot}
        tabIndex={0}
        dir="ltr"
        aria-label={`${label} over time`}
        aria-describedby={hint}
        aria-disabled={many === 0}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, many - 1)}
        aria-valuenow={marked?.at ?? Math.max(0, many - 1)}
        aria-valuetext={ends ? said(...ends) : 'no range chosen'}
        onKeyDown={onKeyDown}
        onBlur={stop}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => draws && marked && setMarked({ ...marked, at: under(event) })}
        onPointerUp={() => draws && take()}
        onPointerCancel={stop}
      >
        {bars.map((bar, at) => (
          <span
            key={bar.from}
            className={styles.slot}
            title={said(at, at)}
            data-marked={ends !== null && at >= ends[0] && at <= ends[1]}
          >
            {stacks.map(({ name, tone }, place) => {
              const value = bar.counts[place] ?? 0;
              return value > 0 && <i key={name} data-tone={tone} style={{ blockSize: `${(value / top) * 100}%` }} />;
            })}
          </span>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0] && stamp(bars[0].from)}</span>
        <span>{many > 0 && stamp(bars.at(-1)?.to ?? '')}</span>
      </div>
      <p className={styles.said}>{ends ? said(...ends) : (note ?? <span className={styles.hint}>{HINT}</span>)}</p>
      <span id={hint} className={kit.hidden}>
        {HINT}
      </span>
      <div className={kit.hidden}>
        <table>
          <caption>{`${label} over time`}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {stacks.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, counts }) => (
              <tr key={from}>
                <th scope="row">{stamp(from)}</th>
                {stacks.map(({ name }, place) => (
                  <td key={name}>{count(counts[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
};
