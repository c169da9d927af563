export const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has work end when somebody wants it to. Answers how to listen no longer. */
export const onInterrupt = (stop: () => void): (() => void) => {
  // A second signal, from the terminal or from the program that has started this one, does no harm.
  for (const signal of SIGNALS) process.on(signal, stop);
  // Whoever started it was killed without a word: nobody waits for it any more.
  if (process.connected) {
    process.once('disconnect', stop);
    process.channel?.unref();
  }
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    process.removeListener('disconnect', stop);
  };
};
