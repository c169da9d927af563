import { type Call, type Caller, VISITOR } from './route.ts';

/** A call as a handler sees it, without HTTP around it. */
export const callBy = (caller: Caller = VISITOR, headers: Readonly<Record<string, string>> = {}): Call => ({
  caller,
  url: '/',
  now: () => new Date('2026-11-25T00:00:00Z'),
  stillAllowed: async () => undefined,
  accept: undefined,
  requestId: 'mia1-1',
  ip: '192.0.2.9',
  headers,
});
