import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Place } from './place.ts';

/** What pages of other sites may send. */
export const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'Authorization, X-API-KEY, Content-Type, If-None-Match, Last-Event-ID',
  'Access-Control-Max-Age': '86400',
} as const;

const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, X-Total-Relation, Server-Timing';

/** What every answer carries, and those that pages of any site may read. Names in small letters cost nothing to send. */
export const carry = (request: FastifyRequest, reply: FastifyReply, { area }: Place): void => {
  reply.header('x-request-id', request.id);
  if (area?.anyOrigin) {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED);
  }
};
