import { describe, expect, it } from 'vitest';
import { todayStart } from '#web/lib/dates.ts';
import { AUDIT, queryOf } from './view.ts';

const TODAY = todayStart();

describe('the address of the audit', () => {
  it('without a query starts with today, and says so to the server', () => {
    expect(AUDIT.read({})).toEqual({});
    expect(queryOf({}, 20)).toEqual({ startDate: TODAY, page: 1, regs: 20 });
    expect(AUDIT.draft({}).startDate).toBe(TODAY);
  });

  it('of all time asks without any filter, so that the total is exact', () => {
    expect(queryOf({ all: '1' }, 50)).toEqual({ page: 1, regs: 50 });
    expect(AUDIT.chips({ all: '1' })).toEqual([]);
  });

  it('is read back as the form that wrote it', () => {
    const draft = {
      startDate: TODAY,
      endDate: '9999-11-21T12:00:00+01:00',
      token: 'kdx_x',
      status: '4xx',
      method: 'POST',
      minTime: '300',
      ip: '2001:db8::1',
      uri: '/api/v1/search',
      others: '1',
      requestId: 'mia1-4711',
    };
    expect(AUDIT.draft(AUDIT.written(draft))).toEqual(draft);
    expect(AUDIT.written({ ...draft, startDate: '' })).toMatchObject({ all: '1', endDate: draft.endDate });
  });

  it('asks for what it says', () => {
    const view = AUDIT.read({
      all: '1',
      status: '4XX',
      method: 'GET',
      minTime: '300',
      requestId: ' a-1 ',
      page: '3',
      others: '1',
    });
    expect(queryOf(view, 20)).toEqual({
      ...{ status: '4xx', method: 'GET', minTime: 300, requestId: 'a-1', others: 1 },
      ...{ page: 3, regs: 20 },
    });
  });

  it.each([
    ['a page before the first', { page: '0' }],
    ['a page that is no number', { page: 'abc' }],
    ['what it does not know', { evil: '1' }],
  ])('leaves out %s', (_, search) => expect(AUDIT.read(search)).toEqual({}));

  it.each([
    ['startDate', '2026-11-21T00:00', 'Start date must be a date with a time'],
    ['endDate', '2026-13-41T00:00:00Z', 'End date must be a date with a time'],
    ['status', 'zzz', 'Http Status must be a number such as 404, or a class such as 4xx'],
    ['status', '999', 'Http Status must be a number such as 404, or a class such as 4xx'],
    ['method', 'BREW', 'Method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['minTime', '-1', 'From ms must be a whole number from 0 to 600000'],
    ['token', 'x'.repeat(101), 'Token must be at most 100 characters'],
    ['requestId', '4711', 'Request id must be as the log says it, such as mia1-4711'],
    ['ip', 'x'.repeat(46), 'IP must be an IPv4 or IPv6 address'],
  ])('says at %s what is wrong with %s', (name, value, problem) => {
    const view = AUDIT.read({ [name]: value });
    expect(view).toEqual({ [name]: value });
    expect(AUDIT.problems(AUDIT.said(view))).toEqual({ [name]: problem });
  });
});

it('a form is told what is wrong in it', () => {
  const draft = AUDIT.draft({});
  expect(AUDIT.problems(draft)).toEqual({});
  expect(AUDIT.problems({ ...draft, status: '4XX', minTime: '600000' })).toEqual({});
  const wrong = { ...draft, status: 'ok', minTime: '1.5', endDate: '2026-11-20T00:00:00+01:00' };
  expect(Object.keys(AUDIT.problems(wrong)).sort()).toEqual(['endDate', 'minTime', 'status']);
});
