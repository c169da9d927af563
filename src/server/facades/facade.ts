import type { FacadeShape } from '#contracts/facade.ts';
import type { Dialect } from '#server/platform/http/openapi.ts';
import type { Route, TellFailure } from '#server/platform/http/route.ts';

/** What is served to the clients of another service: its answers and failures have the forms that they know. */
export interface Facade {
  readonly shape: FacadeShape;
  readonly routes: readonly Route[];
  readonly tell: TellFailure;
  /** How its document says what `tell` does. */
  readonly dialect: Dialect;
}
