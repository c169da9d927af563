import type { FacadeName } from './areas.ts';
import type { EndpointShape } from './endpoint.ts';

/** What clients of another service call here, and where that is described. */
export interface FacadeShape {
  readonly name: FacadeName;
  /** The service whose clients they are. */
  readonly title: string;
  readonly document: `/${string}/openapi.json`;
  readonly docs: `/docs/${string}`;
  /** The setting that switches it off. */
  readonly setting: string;
  readonly endpoints: readonly EndpointShape[];
}
