import { type Call, type Caller, VISITOR } from './route.ts';

/** A call as a handler sees it, without HTTP around it. */
export const callBy = (caller: Caller = VISITOR, headers: Readonly<Record<string, string>> = {}): Call => ({
  caller,
  url: '/',
  accept: undefined,
  ip: '192.0.2.9',
  headers,
});
