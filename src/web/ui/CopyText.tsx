import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCopy } from './useCopy.ts';
import './CopyText.css';
import './kit.css';

interface ButtonProps {
  readonly value: string;
  /** What is copied, as it stands in the button's name: `imdb id` makes "Copy imdb id". */
  readonly label: string;
}

/** The copy button alone. Where nothing can be copied it shows the text, selected. */
export const CopyButton = ({ value, label }: ButtonProps) => {
  const { state, run, close } = useCopy(value);
  return (
    <span className="kx-copy">
      <button type="button" className="kx-icon" aria-label={`Copy ${label}`} title={`Copy ${label}`} onClick={run}>
        {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </button>
      <span role="status" className={state === 'copied' ? 'kx-copied' : 'kx-hidden'}>
        {state === 'copied' && 'Copied'}
      </span>
      {state === 'manual' && (
        <span className="kx-copy-manual">
          <input
            readOnly
            value={value}
            aria-label={`${label}, press Ctrl C to copy`}
            ref={(field) => field?.select()}
            onBlur={close}
            onKeyDown={(event) => event.key === 'Escape' && close()}
          />
          <span className="kx-small">Press Ctrl C to copy</span>
        </span>
      )}
    </span>
  );
};

interface Props extends ButtonProps {
  /** What is shown; the value itself when there is nothing else. */
  readonly children?: ReactNode;
}

/** Text in the machine's face with a copy button after it. */
export const CopyText = ({ value, label, children }: Props) => (
  <span className="kx-copytext">
    <code className="kx-code">{children ?? value}</code>
    <CopyButton value={value} label={label} />
  </span>
);
