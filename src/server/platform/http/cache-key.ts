import type { FastifyRequest } from 'fastify';
import { languageLiked } from './language.ts';
import type { Place } from './place.ts';
import type { Caller, Route } from './route.ts';

/** The address without the token; answers that differ by caller, by Accept or by Accept-Language differ here. */
export const cacheKey = (
  { url, headers }: FastifyRequest,
  { maxRegs }: Caller,
  { variant, endpoint: { told } }: Pick<Route, 'variant' | 'endpoint'>,
  { tokenIn }: Place,
): string =>
  `${maxRegs} ${variant ? variant(headers.accept) : ''} ${told?.byHeader ? languageLiked(headers['accept-language']) : ''} ${tokenIn ? tokenIn.without(url) : url}`;
