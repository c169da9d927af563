export { type Client, createClient } from './client.ts';
export { KinodexError } from './error.ts';
export type * from './types.generated.ts';
export type {
  Call,
  CallOptions,
  ClientOptions,
  Detail,
  FailureReason,
  FeedOptions,
  ListCall,
  Page,
  Picture,
  Quota,
  RecordCall,
  StreamCall,
  StreamOptions,
} from './types.ts';
