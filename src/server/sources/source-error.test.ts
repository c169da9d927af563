import { describe, expect, it } from 'vitest';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import { ofOutbound } from './source-error.ts';

type Failed = ConstructorParameters<typeof OutboundError>;

const told = (kind: Failed[1], more: Failed[2]) => {
  const { kind: said, retryAfter, message, source } = ofOutbound('tmdb', new OutboundError('GET /x', kind, more));
  return [source, said, retryAfter, message];
};

describe('failures in the words of sources', () => {
  it.each([
    ['status', { status: 401 }, 'refused', 'tmdb refuses the credentials'],
    ['status', { status: 403 }, 'refused', 'tmdb refuses the credentials'],
    ['status', { status: 429 }, 'limited', 'tmdb has reached its limit'],
    ['status', { status: 500 }, 'unavailable', 'tmdb does not answer'],
    ['timeout', {}, 'unavailable', 'tmdb does not answer'],
    ['network', {}, 'unavailable', 'tmdb does not answer'],
    ['redirect', { status: 302 }, 'unavailable', 'tmdb does not answer'],
    ['too_large', {}, 'unreadable', 'tmdb gives an answer that cannot be read'],
    ['unreadable', {}, 'unreadable', 'tmdb gives an answer that cannot be read'],
  ] as const)('%s %j is %s', (kind, more, said, message) => {
    expect(told(kind, more)).toEqual(['tmdb', said, null, message]);
  });

  it('keep when to come again', () => {
    expect(told('status', { status: 429, retryAfter: '60' })).toContain(60_000);
  });
});
