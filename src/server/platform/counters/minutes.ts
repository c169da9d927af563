import { createSpans } from './spans.ts';

/** Counts by the network of an address, or by any other name, within a minute of the first; in this process only. */
export const createMinutes = () => {
  const spans = createSpans(60_000);
  /**
   * Counts one at a moment in ms, or takes one back (-1). Answers 0 up to `most` a minute, beyond it the seconds to wait.
   */
  return (ip: string, most: number, at: number, by: 1 | -1 = 1): number => {
    const { sum, endsAt } = spans(ip, by, at);
    return sum <= most ? 0 : Math.ceil((endsAt - at) / 1_000);
  };
};
