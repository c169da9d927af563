/** How long things may take, in ms. */
export interface StreamLimits {
  /** Without an event something is sent so often, that proxies keep the connection and a dead one is noticed. */
  readonly beatMs: number;
  /** How long a reader may take nothing. */
  readonly unreadMs: number;
  /** Between two tries to read the feed, or to find out who may stay. */
  readonly failedMs: number;
  /** After which clients come again, on average. */
  readonly againMs: number;
  /** How long readers have to take the end when the node stops. */
  readonly goodbyeMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  beatMs: 15_000,
  unreadMs: 30_000,
  failedMs: 1_000,
  againMs: 2_000,
  goodbyeMs: 1_000,
};
