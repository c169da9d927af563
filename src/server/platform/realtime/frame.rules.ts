import type { Frame } from './codec.ts';

/** What clients of a connection may subscribe to and send to. */
export interface Addresses {
  readonly topics: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
}

/** What a connection knows when a frame comes. */
export interface Standing {
  readonly isConnected: boolean;
  readonly subscriptions: ReadonlySet<string>;
}

/** What a frame asks for. */
export type Wish =
  | { readonly do: 'connect'; readonly authorization: string | undefined; readonly beatMs: number }
  | { readonly do: 'subscribe'; readonly id: string; readonly destination: string }
  | { readonly do: 'unsubscribe'; readonly id: string }
  | { readonly do: 'request'; readonly destination: string }
  | { readonly do: 'leave' }
  | { readonly do: 'refuse'; readonly why: string };

export const VERSION = '1.2';
/** How often we can send heart-beats, and how often we would like some, in ms. */
export const BEATS = { most: 1_000, wanted: 20_000 } as const;
const MOST_SUBSCRIPTIONS = 20;
const LONGEST_ID = 200;

const refuse = (why: string): Wish => ({ do: 'refuse', why });

/** Milliseconds between the heart-beats that a client wants; 0: none. Null where it cannot be read. */
const beatOf = (header = '0,0'): number | null => {
  const wanted = /^\s*\d{1,9}\s*,\s*(\d{1,9})\s*$/.exec(header)?.[1];
  if (wanted === undefined) return null;
  return Number(wanted) === 0 ? 0 : Math.max(Number(wanted), BEATS.most);
};

const connect = ({ headers }: Frame): Wish => {
  const versions = (headers.get('accept-version') ?? '1.0').split(',').map((one) => one.trim());
  if (!versions.includes(VERSION)) return refuse(`Only STOMP ${VERSION} is spoken here.`);
  const beatMs = beatOf(headers.get('heart-beat'));
  if (beatMs === null) return refuse('heart-beat is two numbers of milliseconds, such as 20000,0.');
  return { do: 'connect', authorization: headers.get('Authorization')?.trim(), beatMs };
};

const subscribe = ({ headers }: Frame, { subscriptions }: Standing, { topics }: Addresses): Wish => {
  const [id, destination] = [headers.get('id'), headers.get('destination')?.trim()];
  if (!id || id.length > LONGEST_ID) return refuse(`SUBSCRIBE needs an id of at most ${LONGEST_ID} characters.`);
  if (destination === undefined || !topics.has(destination)) return refuse('There is no such topic.');
  if (subscriptions.has(id)) return refuse('There is a subscription with this id already.');
  if (subscriptions.size >= MOST_SUBSCRIPTIONS) return refuse('These are too many subscriptions.');
  if ((headers.get('ack') ?? 'auto').trim() !== 'auto') return refuse('Messages are not acknowledged: ack is auto.');
  return { do: 'subscribe', id, destination };
};

const unsubscribe = ({ headers }: Frame, { subscriptions }: Standing): Wish => {
  const id = headers.get('id');
  return id !== undefined && subscriptions.has(id)
    ? { do: 'unsubscribe', id }
    : refuse('There is no subscription with this id.');
};

const send = ({ headers, body }: Frame, { requests }: Addresses): Wish => {
  const destination = headers.get('destination')?.trim();
  if (destination === undefined || !requests.has(destination)) return refuse('Nothing may be sent there.');
  if (headers.has('transaction')) return refuse('There are no transactions here.');
  if (!['', '{}'].includes(body.trim())) return refuse('The body must be empty, or {}.');
  return { do: 'request', destination };
};

/** What a frame asks for, or why it is refused, which ends the connection. Null: it could not be read. */
export const wishOf = (frame: Frame | null, standing: Standing, addresses: Addresses): Wish => {
  if (frame === null) return refuse('A header is escaped in a way that means nothing.');
  const { command } = frame;
  const isFirst = command === 'CONNECT' || command === 'STOMP';
  if (standing.isConnected === isFirst)
    return refuse(isFirst ? 'This connection is connected already.' : 'The first frame must be CONNECT.');
  if (isFirst) return connect(frame);
  if (command === 'SUBSCRIBE') return subscribe(frame, standing, addresses);
  if (command === 'UNSUBSCRIBE') return unsubscribe(frame, standing);
  if (command === 'SEND') return send(frame, addresses);
  if (command === 'DISCONNECT') return { do: 'leave' };
  if (command === 'ACK' || command === 'NACK') return refuse('Messages are not acknowledged: ack is auto.');
  if (['BEGIN', 'COMMIT', 'ABORT'].includes(command)) return refuse('There are no transactions here.');
  return refuse('This is no frame of a client.');
};
