import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dismissMessage, type Message, type MessageTone, useMessages } from '#web/lib/messages.ts';
import styles from './AlertBar.module.css';
import kit from './kit.module.css';
import { useTabReach } from './useTabReach.ts';

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

const Line = ({ message, onClose }: { readonly message: Message; readonly onClose: (id: number) => void }) => {
  const { id, text, tone, action } = message;
  const { hovered, ref: hoverRef } = useHover<HTMLDivElement>();
  const { focused, ref: focusRef } = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(hoverRef, focusRef);
  const close = () => onClose(id);
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

type Edge = 'top' | 'bottom';

/** What a ring around the focus takes, px. */
const RING = 5;
/** Messages at the top begin no further down than this, below the header, px. */
const HEADER = 72;

/** The edge at which messages leave what has the focus free: where they are, unless they lie over it and would not at the other. */
const edgeFor = (bar: HTMLElement, now: Edge): Edge => {
  const focused = document.activeElement;
  const [line, stack] = ['alert', 'stack'].map((part) =>
    bar.querySelector(`[data-part=${part}]`)?.getBoundingClientRect(),
  );
  if (focused === null || bar.contains(focused) || !line || !stack) return now;
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const isBeside = right <= line.left || line.right <= left;
  const covers = (from: number, to: number): boolean => !isBeside && top - RING < to && from < bottom + RING;
  const { height } = stack;
  const other: readonly [Edge, number] = now === 'top' ? ['bottom', window.innerHeight - height] : ['top', HEADER];
  return covers(stack.top, stack.bottom) && !covers(other[1], other[1] + height) ? other[0] : now;
};

/** Where the bar stands beside what has the focus: at the other edge of the window as soon as it would lie over it. */
const useFocusBeside = (messages: readonly Message[]) => {
  const ref = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<Edge>('top');
  const outside = useRef<Element | null>(null);
  const isEmpty = messages.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return setEdge('top');
    const yieldToFocus = (): void => {
      const bar = ref.current;
      if (!bar) return;
      if (!bar.contains(document.activeElement)) outside.current = document.activeElement;
      setEdge(edgeFor(bar, bar.dataset.edge as Edge));
    };
    yieldToFocus();
    const moves = ['focusin', 'scroll', 'resize'] as const;
    // Whatever scrolls, not the window alone.
    for (const move of moves) window.addEventListener(move, yieldToFocus, { capture: true, passive: true });
    return () => {
      for (const move of moves) window.removeEventListener(move, yieldToFocus, { capture: true });
    };
  }, [messages, isEmpty]);
  /** Closes a message; the focus goes back from it to where it was. */
  const close = (id: number): void => {
    const isHeld = ref.current?.contains(document.activeElement);
    dismissMessage(id);
    if (!isHeld) return;
    const former = outside.current;
    if (former instanceof HTMLElement && former !== document.body && former.isConnected)
      former.focus({ preventScroll: true });
    else document.getElementById('main')?.focus({ preventScroll: true });
  };
  return { ref, edge, close };
};

/** The one place where the product speaks up. Both regions are always there, or a screen reader would miss the first message. */
export const AlertBar = () => {
  const messages = useMessages();
  const { ref, edge, close } = useFocusBeside(messages);
  useTabReach(ref);
  const lines = (urgent: boolean) =>
    messages
      .filter(({ tone }) => (tone === 'danger') === urgent)
      .map((message) => <Line key={message.id} message={message} onClose={close} />);
  return (
    <div ref={ref} className={styles.alerts} data-part="alerts" data-edge={edge}>
      <div className={styles.stack} data-part="stack">
        <div role="alert">{lines(true)}</div>
        <div role="status">{lines(false)}</div>
      </div>
    </div>
  );
};
