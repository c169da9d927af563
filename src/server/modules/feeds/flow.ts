import { Readable } from 'node:stream';
import type { Reader } from './readers.ts';

/** Bytes that wait in the stream of a reader beside what its connection holds. */
const WAITING = 64 * 1024;

/**
 * Texts as a stream, made no faster than they are taken; it breaks off when nothing is taken for `unreadMs`. Node's own way
 * from a generator would hear of a reader that has left only with the next text.
 */
export const flowing = (reader: Reader, texts: AsyncGenerator<string>, unreadMs: number): Readable => {
  let unread: NodeJS.Timeout | undefined;
  const watch = (): void => {
    unread = setTimeout(() => stream.destroy(), unreadMs).unref();
  };
  const pull = async (): Promise<void> => {
    const { value, done } = await texts.next();
    if (stream.destroyed) return void (await texts.return(undefined));
    watch();
    stream.push(done ? null : value);
  };
  const stream = new Readable({
    highWaterMark: WAITING,
    encoding: 'utf8',
    read: () => {
      clearTimeout(unread);
      pull().catch((error: Error) => stream.destroy(error));
    },
    destroy: (error, done) => {
      clearTimeout(unread);
      reader.leave();
      done(error);
    },
  });
  reader.onCut(() => void stream.destroy());
  return stream;
};
