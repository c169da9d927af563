import { useEffect, useState } from 'react';
import { copy } from '#web/lib/clipboard.ts';

/** `manual`: the browser let us do nothing, so the text must be shown selected. */
export type CopyState = 'idle' | 'copied' | 'manual';

/** How long 'Copied' stands. */
const SAID_MS = 2000;

export const useCopy = (value: string) => {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    state,
    run: async () => setState((await copy(value)) ? 'copied' : 'manual'),
    close: () => setState('idle'),
  };
};
