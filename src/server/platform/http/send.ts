import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendered, StreamAnswer } from './answer.ts';
import { carried } from './cors.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';
import type { Place } from './place.ts';
import { bytesIn, etagOf, matches, matchesAny } from './render.ts';

/** Times below 10 ms as text, by hundredths of a millisecond: nearly all answers take one of them. */
const TIMINGS = Array.from({ length: 1000 }, (_, hundredths) => `app;dur=${(hundredths / 100).toFixed(2)}`);
const timingOf = (ms: number): string => TIMINGS[Math.round(ms * 100)] ?? `app;dur=${ms.toFixed(2)}`;

/** An answer in the form that one caller takes. */
export interface Parcel {
  readonly status: number;
  /** Names and values in turns: what Node writes quickest. */
  readonly head: string[];
  readonly answer: Rendered;
  /** Null where the bytes are not sent, since the caller has them. */
  readonly encoding: Encoding | null;
  /** Whether the caller has said which bytes those are. */
  readonly known: boolean;
}

/** What a caller is sent of an answer. */
export const parcelOf = (request: FastifyRequest, answer: Rendered, place: Place): Parcel => {
  const { method, headers } = request;
  const forPages = place.area?.forPages ?? false;
  const tagged = !forPages && (method === 'GET' || method === 'HEAD');
  const head = carried(request, place);
  let vary = answer.packable ? 'Accept-Encoding' : '';
  let cacheControl = tagged ? 'private, no-cache' : '';
  for (const name in answer.headers) {
    const value = answer.headers[name] as string;
    if (name === 'Vary') vary = vary ? `${vary}, ${value}` : value;
    else if (name === 'Cache-Control') cacheControl = value;
    else head.push(name, value);
  }
  if (vary) head.push('vary', vary);
  if (forPages) cacheControl = 'no-store';
  if (cacheControl) head.push('cache-control', cacheControl);
  const encoding = answer.packable ? chooseEncoding(headers['accept-encoding']) : 'identity';
  if (tagged) {
    const etag = etagOf(answer, encoding);
    head.push('etag', etag);
    const sent = headers['if-none-match'];
    const known = matches(sent, etag);
    // That there is an answer is not known to who asks for `*`, so it is paid for like one.
    if (known || matchesAny(sent)) return { status: 304, head, answer, encoding: null, known };
  }
  head.push('content-type', answer.type);
  if (encoding !== 'identity') head.push('content-encoding', encoding);
  return { status: 200, head, answer, encoding, known: false };
};

interface Sending {
  /** What every answer carries, whatever it is. */
  readonly protection: Readonly<Record<string, string>>;
  readonly isLeaving: () => boolean;
  /** Hears of an answer that goes out, and how many ms after its request came in. */
  readonly tell: ((request: FastifyRequest, reply: FastifyReply, elapsed: number) => void) | undefined;
}

/** Sends parcels past the framework's own way out, which costs more than all else that is done for a kept answer. */
export const createSend = ({ protection, isLeaving, tell }: Sending) => {
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, head }: Parcel,
    bytes?: Buffer,
  ): FastifyReply => {
    const elapsed = performance.now() - request.arrived;
    head.push('server-timing', timingOf(elapsed));
    if (bytes) head.push('content-length', `${bytes.length}`);
    for (const name in protection) head.push(name, protection[name] as string);
    if (isLeaving()) head.push('connection', 'close');
    // What it refuses is still the framework's to answer.
    reply.raw.writeHead(status, head);
    reply.hijack();
    tell?.(request, reply, elapsed);
    reply.raw.end(bytes);
    return reply;
  };
  return (request: FastifyRequest, reply: FastifyReply, parcel: Parcel): FastifyReply => {
    const { answer, encoding } = parcel;
    if (encoding === null) return send(request, reply, parcel);
    const bytes = bytesIn(answer, encoding);
    if (!(bytes instanceof Promise)) return send(request, reply, parcel, bytes);
    bytes.then((packed) => send(request, reply, parcel, packed)).catch((error: unknown) => reply.send(error));
    return reply;
  };
};

/**
 * Sends what is made while it is sent, as fast as the caller takes it. A caller who hangs up ends the stream; a stream that
 * breaks off breaks off the answer too, so that nobody takes the beginning for the whole, and `broken` hears of it.
 */
export const sendStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, type, headers }: StreamAnswer,
  broken: (error: unknown, request: FastifyRequest) => void,
): FastifyReply => {
  reply.header('server-timing', timingOf(performance.now() - request.arrived));
  reply.header('cache-control', 'no-store').headers(headers).header('content-type', type);
  if (request.method === 'HEAD') {
    stream.destroy();
    return reply.send('');
  }
  stream.on('error', (error) => {
    if (reply.raw.headersSent) broken(error, request);
    // Before anything was sent the failure is the answer, and no file.
    else for (const name in headers) reply.removeHeader(name);
  });
  return reply.send(stream);
};
