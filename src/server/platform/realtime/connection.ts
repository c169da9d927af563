import type { WebSocket } from 'ws';
import type { Reason } from '#contracts/errors.ts';
import { Failure, failure } from '#server/kernel/failure.ts';
import type { Log } from '../log.ts';
import type { createRepeated } from '../repeated.ts';
import { BEAT, createReader, type Frame, frameText } from './codec.ts';
import { BEATS, VERSION, type Wish, wishOf } from './frame.rules.ts';
import type { LocalHub, Subscription } from './hub.ts';
import { createAllowance, type Limits } from './limits.ts';

/** Lets somebody in by what their `Authorization` says, or throws a failure; says until when that holds. */
export type Admit = (authorization: string | undefined) => Promise<{ readonly until: Date }>;

export interface Door {
  readonly hub: LocalHub;
  readonly admit: Admit;
  readonly now: () => Date;
  readonly limits: Limits;
  readonly log: Log;
  /** Told when somebody could not be served by no fault of theirs, and when somebody could again. */
  readonly trouble: Pick<ReturnType<typeof createRepeated>, 'failed' | 'done'>;
}

export interface Connection {
  /** Looks whether whoever is connected may still be. */
  readonly check: () => Promise<void>;
  /** Told of bytes as they come, before and after they make a message. */
  readonly heard: (bytes: number) => void;
  /** Says goodbye. */
  readonly close: (code: number, why: string) => void;
  readonly cut: () => void;
}

/** Close codes of RFC 6455 and its registry. */
const [NORMAL, REFUSED] = [1_000, 1_008];

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && (error.status === 401 || error.status === 403);

/** One connection from its first byte to its last. Whatever is wrong with it ends it, and nothing else. */
export const attend = (socket: WebSocket, address: string, door: Door): Connection => {
  const { hub, admit, now, limits, log, trouble } = door;
  const subscriptions = new Map<string, Subscription>();
  const timers = new Set<NodeJS.Timeout>();
  const allowance = createAllowance(limits);
  let state: 'new' | 'asking' | 'connected' | 'over' = 'new';
  let authorization: string | undefined;
  /** What came while it was asked who is calling. */
  const waiting: (Frame | null)[] = [];
  let unfinished = 0;
  let fromStranger = 0;
  let isAlive = true;

  const end = (): void => {
    state = 'over';
    for (const timer of timers) clearTimeout(timer);
    for (const subscription of subscriptions.values()) hub.remove(subscription);
    subscriptions.clear();
    waiting.length = 0;
  };
  const later = (ms: number, work: () => void): void => void timers.add(setTimeout(work, ms).unref());
  const every = (ms: number, work: () => void): void => void timers.add(setInterval(work, ms).unref());

  const cut = (why: string): void => {
    if (state === 'connected') log.warn({ ip: address }, `a live connection was cut: ${why}`);
    end();
    socket.terminate();
  };
  const send = (frame: string | Buffer): void => {
    if (state === 'over') return;
    socket.send(frame, { binary: false });
    if (socket.bufferedAmount > limits.unread) cut('it reads too slowly');
  };
  const close = (code: number, why: string): void => {
    if (state === 'over') return;
    end();
    socket.close(code, why);
  };
  const refuse = (why: string, frame?: Frame | null, reason: Reason = 'invalid_parameter'): void => {
    const receipt = frame?.headers.get('receipt');
    const headers = { version: VERSION, message: why, reason, 'content-type': 'text/plain' };
    send(frameText('ERROR', { ...headers, ...(receipt !== undefined && { 'receipt-id': receipt }) }, why));
    log.debug({ ip: address, why }, 'a live connection was refused');
    close(REFUSED, reason);
  };
  const fail = (error: unknown, frame?: Frame | null): void => {
    const known = error instanceof Failure ? error : failure('unavailable');
    if (known !== error) trouble.failed({ err: error });
    refuse(known.message, frame, known.reason);
  };

  /** Reads nothing more of what follows, not even to its end. */
  const refuseStranger = (): void => {
    refuse('CONNECT is larger than 4 KB.', null, 'body_too_large');
    socket.pause();
  };

  const connect = async (wish: Wish & { do: 'connect' }, frame: Frame): Promise<void> => {
    state = 'asking';
    try {
      const { until } = await admit(wish.authorization);
      if (state !== 'asking') return;
      trouble.done();
      const left = until.getTime() - now().getTime();
      state = 'connected';
      ({ authorization } = wish);
      later(Math.max(0, left), () => refuse('The session has expired; sign in again.', null, 'session_expired'));
      if (wish.beatMs > 0) every(wish.beatMs, () => send(BEAT));
      send(
        frameText('CONNECTED', {
          version: VERSION,
          'heart-beat': `${BEATS.most},${BEATS.wanted}`,
          server: 'Kinodex',
        }),
      );
      for (const one of waiting.splice(0)) take(one);
    } catch (error) {
      if (state === 'asking') fail(error, frame);
    }
  };

  const subscribe = (id: string, destination: string): void => {
    const subscription = { id, destination, send };
    subscriptions.set(id, subscription);
    hub.add(subscription);
  };
  const unsubscribe = (id: string): void => {
    const subscription = subscriptions.get(id);
    if (subscription) hub.remove(subscription);
    subscriptions.delete(id);
  };

  const take = (frame: Frame | null): void => {
    if (state === 'over') return;
    if (state === 'asking') {
      waiting.push(frame);
      return;
    }
    const standing = { isConnected: state === 'connected', subscriptions: new Set(subscriptions.keys()) };
    const wish = wishOf(frame, standing, hub.addresses);
    if (wish.do === 'refuse' || frame === null) {
      refuse(wish.do === 'refuse' ? wish.why : 'It could not be read.', frame);
      return;
    }
    if (wish.do === 'connect') {
      void connect(wish, frame);
      return;
    }
    if (wish.do === 'subscribe') subscribe(wish.id, wish.destination);
    if (wish.do === 'unsubscribe') unsubscribe(wish.id);
    const receipt = frame.headers.get('receipt');
    if (receipt !== undefined) send(frameText('RECEIPT', { 'receipt-id': receipt }));
    if (wish.do === 'request')
      hub.answer(wish.destination, subscriptions).catch((error: unknown) => fail(error, frame));
    if (wish.do === 'leave') close(NORMAL, 'goodbye');
  };

  const read = createReader({
    onFrame: (frame) => {
      unfinished = 0;
      if (state === 'over') return;
      if (allowance.spend(1)) take(frame);
      else cut('it sends too much');
    },
    onBeat: () => {
      if (state === 'connected') unfinished = 0;
    },
  });

  socket.on('message', (data: Buffer | ArrayBuffer) => {
    isAlive = true;
    if (state === 'over') return;
    unfinished += data.byteLength;
    if (state === 'new' && unfinished > limits.stranger) refuseStranger();
    else if (unfinished > limits.frame) refuse('A frame is larger than 64 KB.', null, 'body_too_large');
    else if (!allowance.spend(data.byteLength / limits.dearBytes)) cut('it sends too much');
    else read(data instanceof ArrayBuffer ? data : data.toString());
  });
  socket.on('ping', () => {
    if (!allowance.spend(1)) cut('it sends too much');
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // Of what is wrong with the bytes themselves the close code tells, and closing follows.
  socket.on('error', () => {});
  socket.on('close', end);
  socket.binaryType = 'arraybuffer';

  later(limits.connectMs, () => {
    if (state !== 'connected') refuse('CONNECT did not come in time.');
  });
  // Any sign of life counts: browsers hold the heart-beats of a page back that nobody looks at, but answer by themselves.
  every(limits.silenceMs, () => {
    if (!isAlive) cut('it has fallen silent');
    isAlive = false;
    if (state !== 'over') socket.ping();
  });

  return {
    heard: (bytes) => {
      fromStranger += bytes;
      if (state === 'new' && fromStranger > limits.stranger) refuseStranger();
    },
    check: async () => {
      if (state !== 'connected') return;
      try {
        await admit(authorization);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (state === 'connected') fail(error);
      }
    },
    close,
    cut: () => {
      end();
      socket.terminate();
    },
  };
};
