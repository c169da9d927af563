import { createSpans } from './spans.ts';

/** Counts by the network of an address, within a minute of the first; in this process only. */
export const createMinutes = () => {
  const spans = createSpans(60_000);
  /** Counts one at a moment in ms. Answers 0 up to `most` a minute, beyond it the seconds to wait. */
  return (ip: string, most: number, at: number): number => {
    const { sum, endsAt } = spans(ip, 1, at);
    return sum <= most ? 0 : Math.ceil((endsAt - at) / 1_000);
  };
};
