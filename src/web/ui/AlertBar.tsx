import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
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

/** Whether a message of the bar lies over what has the focus; what is as large as the page is seen anyway. */
const hidesFocus = (bar: HTMLElement): boolean => {
  const focused = document.activeElement;
  if (focused === null || bar.contains(focused)) return false;
  const one = focused.getBoundingClientRect();
  if (one.height > window.innerHeight / 2) return false;
  return [...bar.querySelectorAll('[data-part=alert]')].some((line) => {
    const other = line.getBoundingClientRect();
    const isBeside = one.right <= other.left || other.right <= one.left;
    return !isBeside && one.top < other.bottom && other.top < one.bottom;
  });
};

/** At which edge of the window it stands: at the other one as soon as it would lie over what has the focus. */
const useEdge = (messages: readonly Message[]) => {
  const ref = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<'top' | 'bottom'>('top');
  const isEmpty = messages.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return setEdge('top');
    const yieldToFocus = (): void => {
      if (ref.current && hidesFocus(ref.current)) setEdge((now) => (now === 'top' ? 'bottom' : 'top'));
    };
    yieldToFocus();
    document.addEventListener('focusin', yieldToFocus);
    return () => document.removeEventListener('focusin', yieldToFocus);
  }, [messages, isEmpty]);
  return { ref, edge };
};

/** The one place where the product speaks up. Both regions are always there, or a screen reader would miss the first message. */
export const AlertBar = () => {
  const messages = useMessages();
  const { ref, edge } = useEdge(messages);
  const lines = (urgent: boolean) =>
    messages
      .filter(({ tone }) => (tone === 'danger') === urgent)
      .map((message) => <Line key={message.id} message={message} />);
  return (
    <div ref={ref} className={styles.alerts} data-part="alerts" data-edge={edge}>
      <div role="alert">{lines(true)}</div>
      <div role="status">{lines(false)}</div>
    </div>
  );
};
