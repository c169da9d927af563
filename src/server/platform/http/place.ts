import type { FastifyRequest } from 'fastify';
import { type Area, areaOf, isApi } from '#contracts/areas.ts';
import type { RouteAccess } from '#contracts/endpoint.ts';
import type { FailurePage, Route } from './route.ts';

/** What holds for an address, whoever asks and for what: known from the descriptor of its route, else from its area. */
export interface Place {
  /** The address of the route, however its own was written; else the address as it was sent. */
  readonly path: string;
  readonly area: Area | undefined;
  /** Whether it belongs to the API: the audit hears of its answers. */
  readonly isApi: boolean;
  /** How failures are shown, where that is not the envelope. */
  readonly failed?: (text: string) => FailurePage;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a route has been found and begins. */
    place: Place | undefined;
    /** When it came in, by `performance.now()`; 0 where its address could not be read. */
    arrived: number;
  }
  interface FastifyContextConfig {
    readonly place?: Place;
    readonly access?: RouteAccess;
  }
}

/** Where no route is. */
export const placeAt = (path: string): Place => ({ path, area: areaOf(path), isApi: isApi(path) });

/** Worked out once, when the route is registered. */
export const placeOfRoute = ({ endpoint: { path }, failed }: Pick<Route, 'endpoint' | 'failed'>): Place => ({
  ...placeAt(path),
  ...(failed && { failed }),
});

/** Also of a request that was refused before its route began, or that has found none. */
export const placeOf = (request: FastifyRequest): Place =>
  request.place ?? request.routeOptions.config?.place ?? placeAt(request.url);
