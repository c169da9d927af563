import { describe, expect, it } from 'vitest';
import { grantedOf, refusedOf } from './quota.headers.ts';

describe('the headers', () => {
  const at = Date.parse('2026-11-21T22:00:00.250Z');
  const both = {
    'RateLimit-Policy': '"day";q=1000;w=86400',
    RateLimit: '"day";r=12;t=7200',
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '12',
    'X-RateLimit-Reset': `${Date.parse('2026-11-22T00:00:00Z') / 1000}`,
  };

  it('of a call that is granted say what is left and how long', () => {
    expect(grantedOf(1000, 12, at)).toEqual({ granted: true, headers: both });
  });
  it('of a refusal say when to come back too', () => {
    expect(refusedOf(1000, 12, at)).toEqual({ granted: false, headers: { ...both, 'Retry-After': '7200' } });
  });
  it('never say that there is no time left', () => {
    const last = refusedOf(5, 0, Date.parse('2026-11-21T23:59:59.999Z'));
    expect(last.headers).toMatchObject({ 'Retry-After': '1', RateLimit: '"day";r=0;t=1' });
  });
});
