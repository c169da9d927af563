import { describe, expect, it } from 'vitest';
import { CallFailed, UNEXPLAINED } from '#web/lib/call-failed.ts';
import { refusalOf } from './refusal.ts';

describe('a refusal', () => {
  const labels = { rol: 'Rol', requests: 'Requests' };
  const names = ['rol', 'requests'] as const;
  const failed = (more: Partial<CallFailed>) =>
    new CallFailed({ ...UNEXPLAINED, status: 400, reason: 'invalid_body', text: 'No.', ...more });
  const refused = (message: string, field = 'requests') =>
    refusalOf(failed({ details: [{ field, message }] }), names, { labels });

  it('stands at its field, with the name of the field once', () => {
    const expected = { fields: { requests: 'Requests must be a whole number from 0 to 5' }, rest: null };
    expect(refused('must be a whole number from 0 to 5')).toEqual(expected);
    expect(refused('Requests must be a whole number from 0 to 5')).toEqual(expected);
  });
  it('stands at the field that holds what it is about', () =>
    expect(refused('must be 1 or more', 'requests.0.id').fields).toEqual({ requests: 'Requests must be 1 or more' }));
  it('names the entry of a list that it is about, and the field where it is about all of them', () => {
    const of = (field: string, entry: string) =>
      refusalOf(failed({ details: [{ field, message: 'is no role' }] }), names, {
        labels,
        entries: { rol: ['USER', entry] },
      }).fields;
    expect(of('rol.1', 'BOSS')).toEqual({ rol: 'BOSS is no role' });
    expect(of('rol.1', 'B'.repeat(99))).toEqual({ rol: `${'B'.repeat(60)}… is no role` });
    expect(of('rol', 'BOSS')).toEqual({ rol: 'Rol is no role' });
  });
  it('stands at the field that its reason is about', () => {
    const reasons = { role_taken: 'rol' } as const;
    expect(refusalOf(failed({ reason: 'role_taken', text: 'Taken' }), names, { labels, reasons })).toEqual({
      fields: { rol: 'Taken' },
      rest: null,
    });
  });
  it('is not lost where no field fits', () =>
    expect(refused('is not known here', 'else')).toEqual({ fields: {}, rest: 'No.' }));
});
