import { useSyncExternalStore } from 'react';

export type MessageTone = 'success' | 'info' | 'warning' | 'danger';

export interface MessageAction {
  /** The verb on the button, such as `Undo`. */
  readonly label: string;
  readonly run: () => void;
}

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly tone: MessageTone;
  readonly action?: MessageAction;
}

/** At most this many at a time; the oldest makes way. */
const SHOWN = 3;

/** The messages of the alert bar. The same text in the same tone replaces the one that is already there. */
export const createMessages = () => {
  let messages: readonly Message[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Message[]) => {
    messages = next;
    for (const listener of listeners) listener();
  };
  return {
    tell: (text: string, tone: MessageTone = 'info', action?: MessageAction): void => {
      const others = messages.filter((message) => message.text !== text || message.tone !== tone);
      last += 1;
      set([...others, { id: last, text, tone, ...(action && { action }) }].slice(-SHOWN));
    },
    dismiss: (id: number): void => set(messages.filter((message) => message.id !== id)),
    clear: (): void => {
      if (messages.length > 0) set([]);
    },
    /** Takes away what went wrong or could not be done; all else stays. */
    clearTrouble: (): void => {
      const others = messages.filter(({ tone }) => tone !== 'danger' && tone !== 'warning');
      if (others.length < messages.length) set(others);
    },
    current: (): readonly Message[] => messages,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

const store = createMessages();

/** Shows a message in the alert bar. */
export const tell = store.tell;
export const clearMessages = store.clear;
export const clearTrouble = store.clearTrouble;
export const dismissMessage = store.dismiss;
export const useMessages = (): readonly Message[] => useSyncExternalStore(store.subscribe, store.current);
