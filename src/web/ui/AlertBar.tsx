import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { dismissMessage, type Message, type MessageTone, useMessages } from '#web/lib/messages.ts';
import styles from './AlertBar.module.css';
import kit from './kit.module.css';

/** How long a success stands. */
const SUCCESS_MS = 6000;

const ICONS = {
  success: IconCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconExclamationCircle,
} as const satisfies Record<MessageTone, unknown>;

/** Calls `onEnd` when `ms` have passed in which `paused` was false; never when `ms` is null. */
const useCountdown = (ms: number | null, paused: boolean, onEnd: () => void) => {
  const left = useRef(ms);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (left.current === null || paused) return;
    const from = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? 0) - (performance.now() - from));
    };
  }, [paused]);
};

const Line = ({ message }: { readonly message: Message }) => {
  const { id, text, tone, action } = message;
  const { hovered, ref: hoverRef } = useHover<HTMLDivElement>();
  const { focused, ref: focusRef } = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(hoverRef, focusRef);
  const close = () => dismissMessage(id);
  useCountdown(tone === 'success' ? SUCCESS_MS : null, hovered || focused, close);
  const Icon = ICONS[tone];
  return (
    <div ref={ref} className={styles.alert} data-part="alert" data-tone={tone}>
      <Icon size={20} aria-hidden />
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={kit.link}
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={kit.icon} aria-label="Close message" onClick={close}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
};

/** The one place where the product speaks up. Both regions are always there, or a screen reader would miss the first message. */
export const AlertBar = () => {
  const messages = useMessages();
  const lines = (urgent: boolean) =>
    messages
      .filter(({ tone }) => (tone === 'danger') === urgent)
      .map((message) => <Line key={message.id} message={message} />);
  return (
    <div className={styles.alerts} data-part="alerts">
      <div role="alert">{lines(true)}</div>
      <div role="status">{lines(false)}</div>
    </div>
  );
};
