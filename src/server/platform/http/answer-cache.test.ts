import { describe, expect, it } from 'vitest';
import { jsonText } from '#server/kernel/json.ts';
import type { Rendered } from './answer.ts';
import { bytes } from './answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import { bytesIn, render, tagKeyOf } from './render.ts';

const answerOf = (size: number): Rendered => {
  const answer = bytes(Buffer.alloc(size), 'text/plain');
  if (answer.as === 'redirect' || answer.as === 'foreign') throw new Error('not reached');
  return render(answer, tagKeyOf('a secret'));
};

describe('the answer cache', () => {
  it('keeps an answer until the catalogue changes', () => {
    const cache = createAnswerCache({ maxBytes: 100_000 });
    const answer = answerOf(10);
    cache.put('a', answer, cache.now());
    expect(cache.get('a')).toEqual(answer);
    cache.clear();
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size()).toBe(0);
  });

  it('holds no more memory than an answer takes, and what was packed once', async () => {
    const cache = createAnswerCache({ maxBytes: 100_000 });
    const answer = jsonText(JSON.stringify(Array.from({ length: 300 }, (_, at) => `word ${at}`)));
    const made = render({ as: 'data', json: answer }, tagKeyOf('a secret'));
    // Else there would be nothing to see here.
    expect(made.bytes.buffer.byteLength).toBeGreaterThan(made.bytes.length);
    cache.put('a', made, cache.now());
    const kept = cache.get('a') ?? expect.fail('not kept');
    expect(kept.bytes).toEqual(made.bytes);
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const bytes = await bytesIn(kept, encoding);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
    // Whoever asked first has had it packed for all.
    expect(bytesIn(made, 'br')).toBe(bytesIn(kept, 'br'));
  });

  it('does not keep an answer that a change has overtaken', () => {
    const cache = createAnswerCache({ maxBytes: 100_000 });
    const asOf = cache.now();
    cache.clear();
    cache.put('a', answerOf(10), asOf);
    expect(cache.get('a')).toBeUndefined();
  });

  it('is bounded in bytes and forgets what was not used for longest', () => {
    const cache = createAnswerCache({ maxBytes: 5_000 });
    for (const key of ['a', 'b', 'c']) cache.put(key, answerOf(1_000), cache.now());
    cache.get('a');
    cache.put('d', answerOf(1_000), cache.now());
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd']);
    cache.put('huge', answerOf(10_000), cache.now());
    expect(cache.get('huge')).toBeUndefined();
    // What is kept under a long address takes room for that too.
    cache.put('x'.repeat(4_501), answerOf(1), cache.now());
    expect(cache.size()).toBe(3);
    cache.put('y'.repeat(4_000), answerOf(1), cache.now());
    expect(cache.size()).toBe(1);
  });
});
