import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { type AuditRow, audit } from '#contracts/audit.api.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { auditRoutes } from './audit.routes.ts';
import type { Audit, AuditSearch } from './audit.service.ts';

const call = callBy();

/** What is asked of the audit for a query, and what is answered when it has so many rows. */
const asked = async (query: object, total = 0) => {
  const searches: [AuditSearch, object][] = [];
  const list: Audit['list'] = async (search, slice) => {
    searches.push([search, slice]);
    return { rows: [], total, since: null };
  };
  const [route] = auditRoutes({ list } as Audit);
  if (!route) throw new Error('no route');
  const answer = await route.handle({ query } as never, call);
  return { answer, search: searches[0]?.[0], slice: searches[0]?.[1] };
};

it('a query becomes what is looked for', async () => {
  expect(await asked({ page: 3, regs: 50 })).toMatchObject({ search: {}, slice: { offset: 100, limit: 50 } });
  expect((await asked({})).slice).toEqual({ offset: 0, limit: 20 });
  const { search } = await asked({
    startDate: '2026-11-21T00:00:00Z',
    endDate: '2026-11-21T12:00:00+02:00',
    token: 'kdx_1',
    status: '4xx',
    ip: '0:0:0:0:0:0:0:1',
    method: 'GET',
    minTime: 300,
    uri: '/search',
    others: 1,
    requestId: 'mia1-7',
  });
  expect(search).toEqual({
    from: new Date('2026-11-21T00:00:00Z'),
    to: new Date('2026-11-21T10:00:00Z'),
    token: 'kdx_1',
    codes: [400, 499],
    ip: '::1',
    method: 'GET',
    elapsedUs: 300_000,
    uri: '/search',
    without: call.ip,
    requestId: 'mia1-7',
  });
  expect((await asked({ status: '404', others: 0 })).search).toEqual({ codes: [404, 404] });
});

it('a moment that there is not is refused by name', async () => {
  await expect(asked({ endDate: '2016-12-31T23:59:60Z' })).rejects.toMatchObject({
    reason: 'invalid_parameter',
    details: [{ field: 'endDate' }],
  });
});

it('a span that ends before it begins is refused; one of a moment is none', async () => {
  const startDate = '2026-11-21T00:00:00Z';
  await expect(asked({ startDate, endDate: '2026-11-20T23:59:59Z' })).rejects.toMatchObject({
    details: [{ field: 'endDate', message: 'must not be before startDate' }],
  });
  expect((await asked({ startDate, endDate: startDate })).search).toEqual({
    from: new Date(startDate),
    to: new Date(startDate),
  });
});

it('only an id as the log says it is looked for', () => {
  const { requestId } = audit.query?.properties ?? {};
  const isGood = (text: string): boolean => Check(requestId, text);
  for (const good of ['mia1-1', `${'x'.repeat(44)}-${'9'.repeat(15)}`]) expect(isGood(good), good).toBe(true);
  for (const bad of ['', '4711', 'mia1-', '-1', 'a b-1', 'mia1-x', `a-${'9'.repeat(16)}`, `${'x'.repeat(45)}-1`])
    expect(isGood(bad), bad).toBe(false);
});

it('the total is exact without a filter and ends at 10,000 with one', async () => {
  expect((await asked({ page: 2 }, 12_345_678)).answer).toEqual({
    as: 'page',
    json: '[]',
    page: 2,
    regs: 20,
    total: 12_345_678,
  });
  expect((await asked({ ip: '::1' }, 10_001)).answer).toMatchObject({
    total: 10_000,
    headers: { 'X-Total-Relation': 'gte' },
  });
});

it('the histogram and the file are asked with the filters of the list', async () => {
  const searches: AuditSearch[] = [];
  const histogram: Audit['histogram'] = async (search) => {
    searches.push(search);
    return { startDate: null, endDate: null, seconds: 1, isWhole: true, buckets: [] };
  };
  const walk: Audit['walk'] = async (search) => {
    searches.push(search);
    return atOnce<AuditRow>([]);
  };
  const [, file, over] = auditRoutes({ histogram, walk } as Audit);
  for (const route of [file, over])
    await route?.handle({ query: { status: '5xx', endDate: '2026-11-21T00:00:00Z' } } as never, call);
  const asked = { codes: [500, 599], to: new Date('2026-11-21T00:00:00Z') };
  expect(searches).toEqual([asked, asked]);
});
