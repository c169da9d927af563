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

/** What every answer carries, and those that pages of any site may read: names, in small letters, and values in turns. */
export const carried = ({ id }: Pick<FastifyRequest, 'id'>, { area }: Place): string[] =>
  area?.anyOrigin
    ? ['x-request-id', id, 'access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED]
    : ['x-request-id', id];

/** The same for an answer of the framework's. */
export const carry = (request: FastifyRequest, reply: FastifyReply, place: Place): void => {
  const head = carried(request, place);
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] as string, head[at + 1]);
};
