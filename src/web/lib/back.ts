const holders = new Set<() => boolean>();

/** Says before the router hears of Back or Forward whether that goes no further: the answer to `hold`. */
export const onBack = (hold: () => boolean): (() => void) => {
  holders.add(hold);
  return () => void holders.delete(hold);
};

/** Whether somebody holds it up, who then has dealt with it. */
export const isHeld = (): boolean => [...holders].some((hold) => hold());
