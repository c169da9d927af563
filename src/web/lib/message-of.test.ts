import { describe, expect, it } from 'vitest';
import { CallFailed, UNEXPLAINED } from './call-failed.ts';
import { messageOf } from './message-of.ts';

const failed = (text: string | null) =>
  new CallFailed({ ...UNEXPLAINED, status: text === null ? 0 : 409, reason: 'unreachable', text });

describe('what is said about an answer', () => {
  it('is its data as success', () => {
    expect(messageOf({ data: 'Password updated', error: null })).toEqual({ text: 'Password updated', tone: 'success' });
    expect(messageOf({ data: 'Done', error: 'not seen' })).toEqual({ text: 'Done', tone: 'success' });
  });

  it('is otherwise its error as danger', () => {
    expect(messageOf(failed('Taken'))).toEqual({ text: 'Taken', tone: 'danger' });
    expect(messageOf({ data: null, error: 'Taken' })).toEqual({ text: 'Taken', tone: 'danger' });
  });

  it('is the data of a failure as danger', () => {
    const withData = new CallFailed({ ...UNEXPLAINED, status: 409, reason: 'token_locked', data: 'Locked', text: 'x' });
    expect(messageOf(withData)).toEqual({ text: 'Locked', tone: 'danger' });
  });

  it.each([
    ['Too many failed tries.', 720, 'Too many failed tries. Try again in 12 minutes.'],
    [null, 720, 'Too many tries. Try again in 12 minutes.'],
    ['Too many failed tries.', null, 'Too many failed tries.'],
  ])('says how long to wait after too many tries (%j, %j seconds)', (text, retryAfter, said) => {
    const refused = new CallFailed({ ...UNEXPLAINED, status: 429, reason: 'too_many_tries', text, retryAfter });
    expect(messageOf(refused)).toEqual({ text: said, tone: 'danger' });
  });

  it.each([[failed(null)], [failed('')], [{}], [null], [undefined], [new Error('secret')], [{ data: '' }]])(
    'is that nobody answered where it says neither: %j',
    (result) => expect(messageOf(result)).toEqual({ text: 'Error contacting the server', tone: 'danger' }),
  );
});
