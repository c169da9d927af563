import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendered, StreamAnswer } from './answer.ts';
import { chooseEncoding } from './encoding.ts';
import { bytesIn, etagOf, matches, matchesAny } from './render.ts';

/** Times below 10 ms as text, by hundredths of a millisecond: nearly all answers take one of them. */
const TIMINGS = Array.from({ length: 1000 }, (_, hundredths) => `app;dur=${(hundredths / 100).toFixed(2)}`);
const timingOf = (ms: number): string => TIMINGS[Math.round(ms * 100)] ?? `app;dur=${ms.toFixed(2)}`;
const tellTime = (request: FastifyRequest, reply: FastifyReply): void =>
  void reply.header('server-timing', timingOf(performance.now() - request.arrived));

/** The headers of an answer in the encoding the caller takes, and what sends it; null when the caller has it already. */
export const prepare = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Rendered,
  forPages: boolean,
): (() => FastifyReply) | null => {
  const { method, headers } = request;
  const encoding = answer.packable ? chooseEncoding(headers['accept-encoding']) : 'identity';
  tellTime(request, reply);
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
  const { Vary: alsoBy } = answer.headers;
  if (answer.packable) reply.header('vary', alsoBy ? `Accept-Encoding, ${alsoBy}` : 'Accept-Encoding');
  if (forPages) {
    reply.header('cache-control', 'no-store');
  } else if (method === 'GET' || method === 'HEAD') {
    const etag = etagOf(answer, encoding);
    reply.header('etag', etag);
    if (!answer.headers['Cache-Control']) reply.header('cache-control', 'private, no-cache');
    const known = headers['if-none-match'];
    if (matches(known, etag)) return null;
    // That there is an answer is not known to who asks this way, so it is paid for like one.
    if (matchesAny(known)) return () => reply.code(304).send();
  }
  return () => {
    reply.header('content-type', answer.type);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const bytes = bytesIn(answer, encoding);
    if (!(bytes instanceof Promise)) return reply.send(bytes);
    bytes.then(
      (packed) => reply.send(packed),
      (error: unknown) => reply.removeHeader('Content-Encoding').send(error),
    );
    return reply;
  };
};

/** Takes back what only the answer that is not sent would have carried. */
export const unprepare = (reply: FastifyReply): FastifyReply => reply.removeHeader('ETag').removeHeader('Vary');

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
  tellTime(request, reply);
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
