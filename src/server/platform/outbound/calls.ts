import { channel } from 'node:diagnostics_channel';

/** A call to another service that has ended. */
export interface OutboundCall {
  /** The host of the door that it went through: those of the settings, and one name for all addresses of strangers. */
  readonly host: string;
  /** The class of the status, such as `2xx`, or the kind of the failure. */
  readonly result: string;
}

/** Whoever wants to know of calls listens here; while nobody does, telling costs nothing. */
export const CALLS = channel('kinodex.outbound');

export const tellCall = (call: OutboundCall): void => {
  if (CALLS.hasSubscribers) CALLS.publish(call);
};
