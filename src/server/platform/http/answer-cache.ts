import { LRUCache } from 'lru-cache';
import { alone } from '#server/kernel/bytes.ts';
import type { Rendered } from './answer.ts';

/**
 * Answers ready to be sent, bounded in bytes. A change of the catalogue clears all of it: what one record says stands in
 * many answers, and a cold answer is one statement away.
 */
export const createAnswerCache = ({ maxBytes }: { maxBytes: number }) => {
  const kept = new LRUCache<string, Rendered>({
    maxSize: maxBytes,
    // The packed variants are made later; together they are smaller than the plain bytes.
    sizeCalculation: (answer, key) => answer.bytes.length * (answer.packable ? 2 : 1) + key.length + 500,
    ttl: 60_000,
    ttlResolution: 1_000,
  });
  let generation = 0;
  return {
    get: (key: string): Rendered | undefined => kept.get(key),
    /** Marks the moment before an answer is read, so that one overtaken by a change is not kept. */
    now: (): number => generation,
    put: (key: string, answer: Rendered, asOf: number): void => {
      if (asOf === generation) kept.set(key, { ...answer, bytes: alone(answer.bytes) });
    },
    clear: (): void => {
      generation += 1;
      kept.clear();
    },
    size: (): number => kept.size,
  };
};

export type AnswerCache = ReturnType<typeof createAnswerCache>;
