import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { areaOf } from '#contracts/areas.ts';
import type { RouteShape } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';

/** The cookie that a page of ours is given, and the header that it copies it into: another site can read neither. */
const FORGERY_COOKIE = 'XSRF-TOKEN';
const FORGERY_HEADER = 'x-xsrf-token';

/** The value of a cookie; undefined when it isn't there. */
export const cookieIn = (header: string | undefined, name: string): string | undefined => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
};

const isSame = (a: string, b: string): boolean => {
  const [one, two] = [Buffer.from(a), Buffer.from(b)];
  return one.length === two.length && timingSafeEqual(one, two);
};

/** Whether a browser says that the request comes from a page of another site; programs say nothing. */
const isForeign = ({ headers }: FastifyRequest, own: string): boolean => {
  const { origin, host } = headers;
  if (origin === undefined || origin === own) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
};

/** Throws `anti_forgery` for a call that the page of another site has made a browser send. */
const checkOrigin = (request: FastifyRequest, own: string): void => {
  if (isForeign(request, own)) throw failure('anti_forgery');
};

/** The same, and for one that has the cookie without its copy in the header. */
const checkCookie = (request: FastifyRequest, own: string): void => {
  const cookie = cookieIn(request.headers.cookie, FORGERY_COOKIE);
  const header = request.headers[FORGERY_HEADER];
  const copied = cookie === undefined || (typeof header === 'string' && cookie !== '' && isSame(cookie, header));
  if (!copied || isForeign(request, own)) throw failure('anti_forgery');
};

const CHECKS = { cookie: checkCookie, origin: checkOrigin } as const;

/** What a call of this route has to pass before anything is done for it; undefined where any page may send it. */
export const antiForgery = ({
  method,
  path,
  antiForgery: said,
}: RouteShape): ((request: FastifyRequest, own: string) => void) | undefined => {
  const ofArea = areaOf(path)?.forPages && method !== 'GET' ? 'cookie' : undefined;
  const kind = said ?? ofArea;
  return kind && CHECKS[kind];
};
