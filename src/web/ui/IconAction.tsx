import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import { type ReactNode, useId } from 'react';
import kit from './kit.module.css';

interface Props {
  /** What it does, and to what: `Execute IMAGES_1`. */
  readonly label: string;
  /** Why it cannot be done now; then it is not, and the button keeps the focus. */
  readonly off?: string | undefined;
  /** It is on or off. */
  readonly pressed?: boolean;
  readonly onRun: () => void;
  readonly children: ReactNode;
}

const SHOWN = { hover: true, focus: true, touch: true };

/** A button that is an icon; its tooltip says what it does, or why it does not. */
export const IconAction = ({ label, off, pressed, onRun, children }: Props) => {
  const why = useId();
  const isOff = off !== undefined;
  return (
    <Tooltip label={isOff ? `${label}: ${off}` : label} events={SHOWN} multiline maw={280}>
      <button
        type="button"
        className={kit.icon}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(isOff && { 'aria-disabled': true, 'aria-describedby': why })}
        onClick={() => !isOff && onRun()}
      >
        {children}
        {isOff && (
          <span id={why} hidden>
            {off}
          </span>
        )}
      </button>
    </Tooltip>
  );
};
