import { expect, it } from 'vitest';
import { BrokenOff, type Progress, pour } from './pour.ts';
import type { Bytes, Sink } from './sink.ts';

const streaming = (parts: readonly string[], then: 'ends' | 'breaks' = 'ends') => {
  const left = [...parts];
  return new ReadableStream<Bytes>({
    pull: (controller) => {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(new TextEncoder().encode(next));
      else if (then === 'ends') controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
};

/** A place that says what has become of the file, and takes so many parts. */
const place = (most = Number.POSITIVE_INFINITY) => {
  const file = { text: '', end: 'open' };
  let parts = 0;
  const sink: Sink = {
    write: async (bytes) => {
      if (++parts > most) throw new Error('the disk is full');
      file.text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
    keep: async () => {
      file.end = 'kept';
    },
    drop: async () => {
      file.end = 'dropped';
    },
  };
  return { file, sink };
};

const going = { signal: new AbortController().signal, onProgress: () => {} };

it('counts rows while they come in, whatever stands in them, and keeps what is whole', async () => {
  const { file, sink } = place();
  const seen: Progress[] = [];
  const parts = ['\ufeffA,B\r\n1,"x', '\ny"\r', '\n2,z\r\n'];
  const onProgress = (progress: Progress) => void seen.push(progress);
  expect(await pour(streaming(parts), sink, { ...going, format: 'csv', onProgress })).toEqual({ rows: 2, bytes: 22 });
  expect(seen.map(({ rows }) => rows)).toEqual([0, 1, 2]);
  expect(file).toEqual({ text: parts.join(''), end: 'kept' });
  const lines = ['{"a":"1"}\n{"a"', ':"2"}\n'];
  expect((await pour(streaming(lines), place().sink, { ...going, format: 'jsonl' })).rows).toBe(2);
});

it('drops what breaks off, is stopped, or cannot be written', async () => {
  const broken = place();
  const failed = pour(streaming(['A\r\n1\r\n2\r\n'], 'breaks'), broken.sink, { ...going, format: 'csv' });
  await expect(failed).rejects.toBeInstanceOf(BrokenOff);
  await expect(failed).rejects.toMatchObject({ rows: 2 });
  expect(broken.file.end).toBe('dropped');

  const stopped = place();
  const control = new AbortController();
  const onProgress = () => control.abort(new Error('enough'));
  const { signal } = control;
  const stream = streaming(['A\r\n', '1\r\n']);
  await expect(pour(stream, stopped.sink, { format: 'csv', signal, onProgress })).rejects.toThrow('enough');
  expect(stopped.file).toEqual({ text: 'A\r\n', end: 'dropped' });

  const waiting = place();
  const later = new AbortController();
  const never = new ReadableStream<Bytes>({ pull: () => later.abort(new Error('enough')) }, { highWaterMark: 0 });
  const waits = pour(never, waiting.sink, { ...going, format: 'csv', signal: later.signal });
  await expect(waits).rejects.toThrow('enough');
  expect(waiting.file.end).toBe('dropped');

  const full = place(1);
  await expect(pour(streaming(['A\r\n', '1\r\n']), full.sink, { ...going, format: 'csv' })).rejects.toThrow('full');
  expect(full.file.end).toBe('dropped');
});
