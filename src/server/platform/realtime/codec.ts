import { FrameImpl, type IRawFrameType, Parser } from '@stomp/stompjs';
import { alone } from '#server/kernel/bytes.ts';

/** A frame of STOMP 1.2 that somebody has sent, its headers as they were meant. */
export interface Frame {
  readonly command: string;
  /** Of headers that are repeated the first one counts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const MEANT: Readonly<Record<string, string>> = { '\\\\': '\\', '\\c': ':', '\\n': '\n', '\\r': '\r' };

/** Undoes the escaping of a header in one go, since what it yields may look escaped again. Null where it cannot be. */
const unescaped = (text: string): string | null => {
  let isBroken = false;
  const meant = text.replace(/\\[\s\S]?/g, (pair) => {
    const found = MEANT[pair];
    if (found === undefined) isBroken = true;
    return found ?? '';
  });
  return isBroken ? null : meant;
};

const frameOf = ({ command = '', headers, binaryBody }: Partial<IRawFrameType>): Frame | null => {
  // These two are never escaped, for the sake of older versions.
  const isPlain = command === 'CONNECT' || command === 'CONNECTED';
  const meant = new Map<string, string>();
  for (const pair of headers ?? []) {
    const [name, value] = isPlain ? pair : pair.map(unescaped);
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    if (!meant.has(name)) meant.set(name, value);
  }
  return { command, headers: meant, body: new TextDecoder().decode(binaryBody) };
};

interface Ears {
  /** Null: it could not be read. Must not throw, since the parser would keep that to itself. */
  readonly onFrame: (frame: Frame | null) => void;
  readonly onBeat: () => void;
}

/** Takes what comes in, in any pieces, and tells of frames and heart-beats. */
export const createReader = ({ onFrame, onBeat }: Ears): ((chunk: string | ArrayBuffer) => void) => {
  const parser = new Parser((raw) => onFrame(frameOf(raw)), onBeat);
  return (chunk) => parser.parseChunk(chunk);
};

export const BEAT = '\n';

/** A frame for the wire. */
export const frameText = (command: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string;

/** How a message to one subscription begins: everything in it that is not the same for all of them. */
export const messageHead = (destination: string, subscription: string): Buffer => {
  const headers = { subscription, destination, 'content-type': 'application/json' };
  // Without the empty line, for more headers follow, and without the end of the frame.
  return alone(Buffer.from(frameText('MESSAGE', headers).slice(0, -2)));
};

/** How a message goes on, the same for all who get it. */
export const messageTail = (id: number, json: string): Buffer => {
  const body = Buffer.from(json);
  const headers = Buffer.from(`message-id:${id}\ncontent-length:${body.length}\n\n`);
  return Buffer.concat([headers, body, Buffer.of(0)]);
};
