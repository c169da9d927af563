import { createSpans } from './spans.ts';

/** Counts by the network of an address, or by any other name, within so many ms of the first; in this process only. */
export const createCount = (ms: number) => {
  const spans = createSpans(ms);
  /**
   * Counts one at a moment in ms, or takes one back (-1). Answers 0 up to `most` a span, beyond it the seconds to wait.
   */
  return (ip: string, most: number, at: number, by: 1 | -1 = 1): number => {
    const { sum, endsAt } = spans(ip, by, at);
    return sum <= most ? 0 : Math.ceil((endsAt - at) / 1_000);
  };
};

/** The same within a minute. */
export const createMinutes = () => createCount(60_000);
