import { QUICK_RANGES, rangeStart } from '#web/lib/dates.ts';
import './kit.css';

interface Props {
  /** Where the range begins; it ends now, and has no end of its own. */
  readonly onStart: (iso: string) => void;
  readonly disabled?: boolean;
}

export const QuickRanges = ({ onStart, disabled = false }: Props) => (
  <div className="kx-row">
    {QUICK_RANGES.map((range) => (
      <button
        key={range}
        type="button"
        className="kx-control"
        disabled={disabled}
        onClick={() => onStart(rangeStart(range))}
      >
        {range}
      </button>
    ))}
  </div>
);
