import type { FastifyRequest } from 'fastify';
import type { Caller, Route } from './route.ts';

/** The address without the token; answers that differ by caller or by Accept differ here. */
export const cacheKey = (request: FastifyRequest, caller: Caller, variant: Route['variant']): string => {
  const url = request.url.includes('token=') ? withoutToken(request.url) : request.url;
  return `${caller.maxRegs} ${variant ? variant(request.headers.accept) : ''} ${url}`;
};

/** Nothing else is touched: two addresses that are read differently must never become one. */
const withoutToken = (url: string): string => {
  const at = url.search(/[?#]/);
  if (at < 0) return url;
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => !pair.startsWith('token='))
    .join('&');
  return kept === '' ? url.slice(0, at) : `${url.slice(0, at + 1)}${kept}`;
};
