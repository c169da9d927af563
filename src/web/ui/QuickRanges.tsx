import { QUICK_RANGES, rangeStart } from '#web/lib/dates.ts';
import kit from './kit.module.css';

interface Props {
  /** Where the range begins; it ends now, and has no end of its own. */
  readonly onStart: (iso: string) => void;
  readonly disabled?: boolean;
}

export const QuickRanges = ({ onStart, disabled = false }: Props) => (
  <div className={kit.row}>
    {QUICK_RANGES.map((range) => (
      <button
        key={range}
        type="button"
        className={kit.control}
        disabled={disabled}
        onClick={() => onStart(rangeStart(range))}
      >
        {range}
      </button>
    ))}
  </div>
);
