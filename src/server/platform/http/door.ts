import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { failure } from '#server/kernel/failure.ts';
import { JSON_TYPE, renderFailure } from './render.ts';

const YEAR_S = 31_536_000;

/** A name or an address, with or without a port. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Whether the request says once, and readably, whom it is for. HTTP/1.0 need not. */
const isAddressed = ({ rawHeaders, headers: { host = '' }, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 ? HOST.test(host) : hosts === 0 && httpVersion === '1.0';
};

/** What every answer carries, whatever it is: browsers take nothing for what it is not, and stay with https. */
const protectionOf = (origin: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(origin.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_S}` }),
});

/** What is wrong with what is no request to us, where its sender can mend it. */
const WHY: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are larger than 16 KB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in whole in time.',
};
const unreadable = (why = 'The request cannot be read.') => failure('invalid_parameter', why);

/** What stands before every route: requests that nobody can be sure about are refused, and answers are protected. */
export const createDoor = (origin: string) => {
  const protection = protectionOf(origin);
  const bodyAnd = (text: string | undefined) => {
    const body = renderFailure(unreadable(text));
    const headers = { ...protection, 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body) };
    return { body, headers: { ...headers, 'Cache-Control': 'no-store', Connection: 'close' } };
  };
  /** Refuses on the bare connection, where there is no answer to write to. */
  const refuse = (socket: Duplex, text?: string): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { body, headers } = bodyAnd(text);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
  };
  return {
    protect: (reply: FastifyReply): void => void reply.headers(protection),
    guard: (app: FastifyInstance): void => {
      app.server.on('checkExpectation', (_request, answer) => {
        const { body, headers } = bodyAnd('The only Expect that is met is 100-continue.');
        answer.writeHead(400, headers).end(body);
      });
      // Without a listener the connection would be cut without a word.
      app.server.on('connect', (_request, socket) => refuse(socket, 'This is no proxy: CONNECT leads nowhere.'));
      app.addHook('onRequest', (request, _reply, done) => {
        request.arrived = performance.now();
        if (isAddressed(request.raw)) return done();
        const details = [{ field: 'Host', message: 'must stand there once, as a name or an address' }];
        done(failure('invalid_parameter', 'The request does not say whom it is for.', { details }));
      });
    },
    /** What is no HTTP request has no answer of a route. */
    refuseUnreadable: ({ code = '' }: Error & { readonly code?: string }, socket: Socket): void =>
      refuse(socket, WHY[code]),
  };
};
