import type { FastifyRequest } from 'fastify';
import { AREAS, type Area, areaOf, isApi } from '#contracts/areas.ts';
import type { RouteAccess } from '#contracts/endpoint.ts';
import { type QueryToken, queryTokenOf } from './query-token.ts';
import type { Route, TellFailure } from './route.ts';

/** What holds for an address, whoever asks and for what: known from the descriptor of its route, else from its area. */
export interface Place {
  /** The address of the route, however its own was written; else the address as it was sent. */
  readonly path: string;
  readonly area: Area | undefined;
  /** Whether it belongs to the API: the audit hears of its answers. */
  readonly isApi: boolean;
  /** How its query may carry the token, where it may. */
  readonly tokenIn?: QueryToken;
  /** How failures are told, where that is not the envelope, nor as its area has it. */
  readonly tell?: TellFailure;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a route has been found and begins. */
    place: Place | undefined;
    /** When it came in, by `performance.now()`; 0 where its address could not be read. */
    arrived: number;
    /** The status that a failure has by its reason; 0 where nothing has failed. */
    failedAs: number;
  }
  interface FastifyContextConfig {
    readonly place?: Place;
    readonly access?: RouteAccess;
  }
}

const TOKENS = new Map(AREAS.map((area) => [area, queryTokenOf(area)]));

/** Where no route is. */
export const placeAt = (path: string): Place => {
  const area = areaOf(path);
  const tokenIn = area && TOKENS.get(area);
  return { path, area, isApi: isApi(path), ...(tokenIn && { tokenIn }) };
};

/** Worked out once, when the route is registered. */
export const placeOfRoute = ({ endpoint: { path }, tell }: Pick<Route, 'endpoint' | 'tell'>): Place => ({
  ...placeAt(path),
  ...(tell && { tell }),
});

/** Also of a request that was refused before its route began, or that has found none. */
export const placeOf = (request: FastifyRequest): Place =>
  request.place ?? request.routeOptions.config?.place ?? placeAt(request.url);
