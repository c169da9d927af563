import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CopyButton } from './CopyText.tsx';
import { mask } from './cut.ts';
import './Secret.css';
import './kit.css';

interface Props {
  readonly value: string;
  /** What it is, as it stands in the names of the buttons: `token`. */
  readonly label: string;
}

/** How long a revealed secret stays on the screen. */
const REVEALED_MS = 30_000;

/** A secret: masked until Reveal, and masked again after half a minute; Copy works without revealing. */
export const Secret = ({ value, label }: Props) => {
  const [revealed, setRevealed] = useState<string | null>(null);
  const open = revealed === value;

  useEffect(() => {
    if (revealed === null) return;
    const timer = setTimeout(() => setRevealed(null), REVEALED_MS);
    return () => clearTimeout(timer);
  }, [revealed]);

  return (
    <span className="kx-secret">
      <code className="kx-code">{open ? value : mask(value)}</code>
      <button
        type="button"
        className="kx-icon"
        aria-label={open ? `Hide ${label}` : `Reveal ${label}`}
        title={open ? `Hide ${label}` : `Reveal ${label}`}
        onClick={() => setRevealed(open ? null : value)}
      >
        {open ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
      </button>
      <CopyButton value={value} label={label} />
    </span>
  );
};
