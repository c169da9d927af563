import { expect, it } from 'vitest';
import { isBrowserMark, personOf, roleOf, wantedOf } from './identity.rules.ts';

const roles = (claim: string, ...values: [string, 'USER' | 'ADMIN'][]) => ({ claim, values: new Map(values) });
const BOTH = roles('groups', ['staff', 'USER'], ['bosses', 'ADMIN']);
const BOSSES = roles('realm.roles', ['bosses', 'ADMIN']);

it.each([
  [{ groups: ['staff', 'bosses'] }, BOTH, 'ADMIN'],
  [{ groups: 'staff' }, BOTH, 'USER'],
  [{ groups: ['others'] }, BOTH, null],
  [{}, BOTH, null],
  [{ groups: { staff: true } }, BOTH, null],
  [{ groups: [['bosses'], 1, null] }, BOTH, null],
  [{ realm: { roles: ['bosses'] } }, BOSSES, 'ADMIN'],
  [{ 'realm.roles': ['bosses'] }, BOSSES, 'ADMIN'],
  [{ realm: { roles: ['Bosses'] } }, BOSSES, 'USER'],
  [{ realm: null }, BOSSES, 'USER'],
  [{}, roles('constructor.name', ['Object', 'ADMIN']), 'USER'],
] as const)('the claims %j give a role', (claims, given, role) => expect(roleOf(claims, given)).toBe(role));

it.each([
  [{ iss: 'i', sub: 's', email: 'a@example.org', email_verified: true }, ['a@example.org', true]],
  [{ iss: 'i', sub: 's', email: 'a@example.org', email_verified: 'true' }, ['a@example.org', true]],
  [{ iss: 'i', sub: 's', email: 'a@example.org' }, ['a@example.org', false]],
  [{ iss: 'i', sub: 's', email: 'no address', email_verified: true }, [null, false]],
  [{ iss: 'i', sub: 's', email: ['a@example.org'], email_verified: true }, [null, false]],
  [{ iss: 'i', sub: '' }, null],
  [{ iss: 'i' }, null],
  [{ iss: 'i', sub: 's'.repeat(256) }, null],
  [{ iss: 'i', sub: 's\ud800' }, null],
  [{ iss: 'i', sub: 's\udfff' }, null],
  [{ iss: 'i', sub: 's\0' }, null],
])('%j are somebody', (claims, expected) => {
  const person = personOf(claims);
  expect(person && [person.email, person.isConfirmed]).toEqual(expected);
});

it('wants the claims that are needed', () => {
  expect(wantedOf(null)).toEqual(['email', 'email_verified']);
  expect(wantedOf(BOSSES)).toEqual(['email', 'email_verified', 'realm']);
  expect(wantedOf(roles('https://example.org/roles'))).toEqual([
    'email',
    'email_verified',
    'https://example.org/roles',
  ]);
});

it.each([
  [undefined, false],
  ['', false],
  ['a'.repeat(43), true],
  ['a'.repeat(44), false],
  [`${'a'.repeat(42)};`, false],
])('the cookie %j may be one of ours: %j', (text, expected) => expect(isBrowserMark(text)).toBe(expected));
