import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { JSON_TYPE, renderFailure } from './render.ts';
import { asksToUpgrade, type Upgrades } from './upgrade.ts';

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

const unaddressed = () => {
  const details = [{ field: 'Host', message: 'must stand there once, as a name or an address' }];
  return failure('invalid_parameter', 'The request does not say whom it is for.', { details });
};

/** What stands before every route: requests that nobody can be sure about are refused, and answers are protected. */
export const createDoor = (origin: string) => {
  const protection = protectionOf(origin);
  const bodyAnd = (failed: Failure) => {
    const body = renderFailure(failed);
    const ofBody = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body) };
    const headers = { ...protection, ...failed.headers, ...ofBody, 'Cache-Control': 'no-store', Connection: 'close' };
    return { body, headers };
  };
  /** Refuses on the bare connection, where there is no answer to write to. */
  const refuse = (socket: Duplex, failed: Failure): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { body, headers } = bodyAnd(failed);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${failed.status} ${STATUS_CODES[failed.status]}\r\n${lines.join('')}\r\n${body}`);
  };
  return {
    protection,
    protect: (reply: FastifyReply): void => void reply.headers(protection),
    guard: (app: FastifyInstance): void => {
      app.server.on('checkExpectation', (_request, answer) => {
        const { body, headers } = bodyAnd(unreadable('The only Expect that is met is 100-continue.'));
        answer.writeHead(400, headers).end(body);
      });
      // Without a listener the connection would be cut without a word.
      app.server.on('connect', (_request, socket) =>
        refuse(socket, unreadable('This is no proxy: CONNECT leads nowhere.')),
      );
      app.addHook('onRequest', (request, _reply, done) => {
        request.arrived = performance.now();
        if (isAddressed(request.raw)) return done();
        done(unaddressed());
      });
    },
    /** Hands connections over that ask for another protocol at its address. */
    handOver: (app: FastifyInstance, upgrades: Upgrades, addressOf: (request: IncomingMessage) => string): void => {
      app.server.on('upgrade', (request, socket, head) => {
        // Whoever hangs up now has nobody to be told.
        socket.on('error', () => socket.destroy());
        const refused = (failed: Failure): void => refuse(socket, failed);
        if (!isAddressed(request)) refused(unaddressed());
        // Where requests cannot be told apart before, those that are none of it end here.
        else if (!asksToUpgrade(upgrades, request)) refused(failure('address_unknown'));
        else upgrades.take({ request, socket, head, address: addressOf(request), refuse: refused });
      });
    },
    /** What is no HTTP request has no answer of a route. */
    refuseUnreadable: ({ code = '' }: Error & { readonly code?: string }, socket: Socket): void => {
      // Browsers open connections ahead: an answer would be taken for that to what they ask at the same moment.
      if (socket.bytesRead === 0) socket.destroy();
      else refuse(socket, unreadable(WHY[code]));
    },
  };
};
