import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Bytes, canSave, diskSink, heldSink, TooLarge } from './sink.ts';

const bytes = (text: string): Bytes => new TextEncoder().encode(text);
afterEach(() => vi.unstubAllGlobals());

/** A browser that asks where to, and what has become of the file there. */
const browser = (size = 0) => {
  const told: string[] = [];
  const file = {
    write: async (some: Bytes) => void told.push(new TextDecoder().decode(some)),
    close: async () => void told.push('kept'),
    abort: async () => void told.push('dropped'),
  };
  const handle = {
    getFile: async () => ({ size }),
    createWritable: async () => file,
    remove: async () => void told.push('removed'),
  };
  vi.stubGlobal('window', {
    showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
      told.push(suggestedName);
      return handle;
    },
  });
  return told;
};

describe('a file on the disk', () => {
  it('is written while it comes in, and kept at the end', async () => {
    const told = browser();
    const sink = await diskSink('a.csv');
    await sink?.write(bytes('one'));
    await sink?.keep();
    expect([canSave(), told]).toEqual([true, ['a.csv', 'one', 'kept']]);
  });

  it('that breaks off leaves nothing, and what was there before stays', async () => {
    for (const [size, left] of [
      [0, ['a.csv', 'dropped', 'removed']],
      [7, ['a.csv', 'dropped']],
    ] as const) {
      const told = browser(size);
      await (await diskSink('a.csv'))?.drop();
      expect(told).toEqual(left);
    }
  });

  it('is none where somebody thinks better of it, or the browser cannot', async () => {
    vi.stubGlobal('window', {
      showSaveFilePicker: async () => {
        throw new DOMException('no', 'AbortError');
      },
    });
    expect(await diskSink('a.csv')).toBeNull();
    vi.stubGlobal('window', {
      showSaveFilePicker: async () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
    await expect(diskSink('a.csv')).rejects.toThrow('no');
    vi.stubGlobal('window', {});
    expect([canSave(), await diskSink('a.csv')]).toEqual([false, null]);
  });
});

it('a file that the browser holds is no larger than it may be', async () => {
  const sink = heldSink('a.csv', 'text/csv', 5);
  await sink.write(bytes('12345'));
  await expect(sink.write(bytes('6'))).rejects.toBeInstanceOf(TooLarge);
});
