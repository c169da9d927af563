import { changesStream } from '#contracts/feed.api.ts';
import { streamed } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Streams } from './stream.service.ts';

export const streamRoutes = (streams: Streams): readonly Route[] => [
  route(changesStream)(async ({ query }, { caller, headers, stillAllowed }) => {
    if (caller.tokenId === null) throw new Error('a stream was asked for without a token');
    const seen = headers['last-event-id'];
    const last = typeof seen === 'string' && seen !== '' ? seen : undefined;
    const stream = await streams.open({ tokenId: caller.tokenId, ...query, last, stillAllowed });
    // Proxies that gather an answer would keep each event back.
    return streamed(stream, 'text/event-stream; charset=utf-8', { 'X-Accel-Buffering': 'no' });
  }),
];
