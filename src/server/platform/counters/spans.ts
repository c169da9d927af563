import { LRUCache } from 'lru-cache';
import { networkOf } from '#server/kernel/network.ts';

/** Networks that are counted at once; beyond it the one that has been quiet for longest is forgotten. */
const NETWORKS = 20_000;

interface Span {
  sum: number;
  readonly endsAt: number;
}

/** Adds up by the network of an address, or by any other name, within so many milliseconds of the first; in this process only. */
export const createSpans = (ms: number) => {
  // By size it takes room as it is needed, and most of these stay nearly empty; by number it would take all at once.
  const spans = new LRUCache<string, Span>({ maxSize: NETWORKS, sizeCalculation: () => 1 });
  /** Adds an amount at a moment in ms, or takes one back, down to nothing: the sum since, and when it begins anew. */
  return (ip: string, amount: number, at: number): Readonly<Span> => {
    const network = networkOf(ip);
    const kept = spans.get(network);
    // Further ahead than a span: the clock was put back.
    const open = kept !== undefined && kept.endsAt > at && kept.endsAt <= at + ms;
    const span = open ? kept : { sum: 0, endsAt: at + ms };
    span.sum = Math.max(0, span.sum + amount);
    if (!open) spans.set(network, span);
    return span;
  };
};
