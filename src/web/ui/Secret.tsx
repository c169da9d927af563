import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CopyButton } from './CopyText.tsx';
import { mask } from './cut.ts';
import kit from './kit.module.css';
import styles from './Secret.module.css';

interface Props {
  readonly value: string;
  /** What it is, as it stands in the names of the buttons: `token`. */
  readonly label: string;
  /** Within a row, which is a box already. */
  readonly bare?: boolean;
}

/** How long a revealed secret stays on the screen. */
const REVEALED_MS = 30_000;

/** A secret: masked until Reveal, and masked again after half a minute; Copy works without revealing. */
export const Secret = ({ value, label, bare = false }: Props) => {
  const [revealed, setRevealed] = useState<string | null>(null);
  const open = revealed === value;

  useEffect(() => {
    if (revealed === null) return;
    const timer = setTimeout(() => setRevealed(null), REVEALED_MS);
    return () => clearTimeout(timer);
  }, [revealed]);

  return (
    <span className={styles.secret} data-bare={bare}>
      <code className={kit.code} dir="ltr">
        {open ? value : mask(value)}
      </code>
      <button
        type="button"
        className={kit.icon}
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
