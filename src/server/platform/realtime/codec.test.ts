import { readFileSync } from 'node:fs';
import { FrameImpl } from '@stomp/stompjs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testData } from '#test/support/test-data.ts';
import { createReader, type Frame, frameText, messageHead, messageTail } from './codec.ts';

const readAll = (chunks: readonly (string | ArrayBuffer)[]) => {
  const frames: (Frame | null)[] = [];
  let beats = 0;
  const read = createReader({
    onFrame: (frame) => void frames.push(frame),
    onBeat: () => {
      beats += 1;
    },
  });
  for (const chunk of chunks) read(chunk);
  return { frames, beats };
};
const only = (chunk: string): Frame | null | undefined => readAll([chunk]).frames[0];

interface Vectors {
  readonly parse: readonly {
    readonly test: string;
    readonly chunks: readonly string[];
    readonly frames: readonly {
      readonly command: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
    }[];
    readonly pings: number;
  }[];
  readonly escape: readonly { readonly in: string; readonly out: string }[];
  readonly marshall: readonly {
    readonly frame: {
      readonly command: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
    };
    readonly wire: string;
  }[];
  readonly repeated_header_first_wins: { readonly wire: string; readonly foo: string };
  readonly utf8_size: readonly (readonly [string, number])[];
}

const path = testData('stomp', 'stompjs_codec_vectors.json');
describe.skipIf(path === null)("the vectors of the codec's own tests", () => {
  const vectors: Vectors | null = path === null ? null : JSON.parse(readFileSync(path, 'utf8'));

  it('reads what they read, in one piece, in theirs and byte by byte', () => {
    for (const { test, chunks, frames, pings } of vectors?.parse ?? []) {
      const expected = {
        frames: frames.map(({ command, headers, body }) => ({ command, headers: new Map(headers), body })),
        beats: pings,
      };
      const bytes = [...Buffer.from(chunks.join(''))].map((byte) => Uint8Array.of(byte).buffer);
      expect(readAll(chunks), test).toEqual(expected);
      expect(readAll([chunks.join('')]), test).toEqual(expected);
      expect(readAll(bytes), test).toEqual(expected);
    }
  });

  it('writes what they write', () => {
    for (const { frame, wire } of vectors?.marshall ?? [])
      expect(frameText(frame.command, Object.fromEntries(frame.headers), frame.body)).toBe(wire);
  });

  it('escapes as they do, and understands it', () => {
    for (const { in: meant, out } of vectors?.escape ?? []) {
      expect(frameText('SEND', { a: meant })).toBe(`SEND\na:${out}\n\n\0`);
      expect(only(`SEND\na:${out}\n\n\0`)?.headers.get('a')).toBe(meant);
    }
  });

  it('counts the bytes of a body, and takes the first of repeated headers', () => {
    for (const [body, size] of vectors?.utf8_size ?? [])
      expect(frameText('SEND', {}, body)).toBe(`SEND\ncontent-length:${size}\n\n${body}\0`);
    const repeated = vectors?.repeated_header_first_wins;
    expect(only(repeated?.wire ?? '')?.headers.get('foo')).toBe(repeated?.foo);
  });
});

/** Texts that like to have what headers are made of in them. */
const nasty = fc.string({
  unit: fc.oneof(fc.constantFrom('\\', ':', '\n', '\r', 'n', 'r', 'c', '\0', ' ', '\t'), fc.string({ unit: 'binary' })),
  maxLength: 30,
});
/** The end of a frame cannot be escaped: no header holds it. */
const inHeader = nasty.filter((text) => !text.includes('\0') && text.isWellFormed());

it('gives 10,000 random headers back as they were, and lets none begin a header or a frame of its own', () => {
  fc.assert(
    fc.property(inHeader, (value) => {
      const { frames } = readAll([frameText('SEND', { id: value, after: 'x' }, 'body')]);
      expect(frames).toHaveLength(1);
      expect([...(frames[0]?.headers.keys() ?? [])]).toEqual(['id', 'after', 'content-length']);
      expect(frames[0]?.headers.get('id')).toBe(value);
    }),
    { numRuns: 10_000 },
  );
});

it('gives random bodies back, also with the end of a frame in them, however they are cut', () => {
  fc.assert(
    fc.property(nasty, inHeader, fc.nat(60), (body, id, at) => {
      const text = body.toWellFormed();
      const wire = Buffer.concat([messageHead('/topic/x', id), messageTail(7, text)]);
      const cut = [wire.subarray(0, at), wire.subarray(at)].map((one) => new Uint8Array(one).buffer);
      const { frames } = readAll(cut);
      expect(frames).toEqual([expect.objectContaining({ command: 'MESSAGE', body: text })]);
      expect(frames[0]?.headers.get('subscription')).toBe(id);
      expect(frames[0]?.headers.get('message-id')).toBe('7');
    }),
  );
});

it("writes messages that the site's client reads", () => {
  const head = messageHead('/topic/x', 'a:b');
  // It is kept as long as its subscription: without the block that small buffers are cut from.
  expect(head.buffer.byteLength).toBe(head.length);
  const wire = Buffer.concat([head, messageTail(1, '{"a":"ñ"}')]).toString();
  const same = FrameImpl.marshall({
    command: 'MESSAGE',
    headers: {
      ...{ subscription: 'a:b', destination: '/topic/x', 'content-type': 'application/json', 'message-id': '1' },
    },
    body: '{"a":"ñ"}',
    escapeHeaderValues: true,
  });
  expect(wire).toBe(same);
});

it.each(['a\\tb', 'a\\', '\\x'])('does not read a header that is escaped in a way that means nothing: %j', (value) => {
  expect(only(`SEND\nid:${value}\n\n\0`)).toBeNull();
});

it('takes headers of CONNECT as they stand, as its older versions wanted it', () => {
  expect(only('CONNECT\npasscode:a\\tb\n\n\0')?.headers.get('passcode')).toBe('a\\tb');
});
