import { expect, it } from 'vitest';
import { ConfigProblems, readConfig } from './config.ts';

const BASE = { OIDC_ISSUER: 'https://id.example/realms/films/', OIDC_CLIENT_ID: 'films' };
const read = (more: Record<string, string> = {}) => readConfig({ ...BASE, ...more }, '/srv').oidc;
const problems = (environment: Record<string, string>): unknown => {
  try {
    return readConfig(environment, '/srv');
  } catch (error) {
    return error instanceof ConfigProblems ? error.problems : error;
  }
};

it('are none where nothing is said', () => {
  expect(readConfig({}, '/srv').oidc).toBeNull();
});

it('keep the issuer as it is written, and have first values', () => {
  const first = { issuer: BASE.OIDC_ISSUER, clientId: 'films', clientSecret: null, name: 'id.example', roles: null };
  expect(read()).toEqual({ ...first, signUp: 'open' });
  expect(read({ SIGNUP: 'closed' })?.signUp).toBe('closed');
  expect(read({ SIGNUP: 'closed', OIDC_SIGNUP: 'open' })?.signUp).toBe('open');
  expect(read({ OIDC_NAME: 'Films Inc.', OIDC_CLIENT_SECRET: 's' })).toMatchObject({
    name: 'Films Inc.',
    clientSecret: 's',
  });
  expect(read({ OIDC_ISSUER: 'http://localhost:9000' })?.issuer).toBe('http://localhost:9000');
});

it('say which values stand for which roles', () => {
  expect(read({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: ' staff = USER, cn=bosses=ADMIN ' })?.roles).toEqual({
    claim: 'groups',
    values: new Map([
      ['staff', 'USER'],
      ['cn=bosses', 'ADMIN'],
    ]),
  });
});

it.each([
  [{ OIDC_CLIENT_ID: 'films' }, /^OIDC_ISSUER must be set, since OIDC_CLIENT_ID is/],
  [{ OIDC_NAME: 'x' }, /^OIDC_ISSUER must be set, since OIDC_NAME is/],
  [{ OIDC_ISSUER: BASE.OIDC_ISSUER }, /^OIDC_CLIENT_ID must be set/],
  [{ ...BASE, OIDC_ISSUER: 'id.example' }, /^OIDC_ISSUER must be an address/],
  [{ ...BASE, OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER must begin with https/],
  [{ ...BASE, OIDC_ISSUER: 'https://me:pw@id.example' }, /^OIDC_ISSUER must be an address without/],
  [{ ...BASE, OIDC_ISSUER: 'https://id.example/?x=1' }, /^OIDC_ISSUER must be an address without/],
  [{ ...BASE, OIDC_NAME: 'x'.repeat(41) }, /^OIDC_NAME must have at most 40/],
  [{ ...BASE, OIDC_SIGNUP: 'maybe' }, /^OIDC_SIGNUP must be 'open' or 'closed'/],
  [{ ...BASE, OIDC_ROLE_CLAIM: 'groups' }, /^OIDC_ROLE_CLAIM and OIDC_ROLES must be set both/],
  [{ ...BASE, OIDC_ROLES: 'a=ADMIN' }, /^OIDC_ROLE_CLAIM and OIDC_ROLES must be set both/],
  [{ ...BASE, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=BOSS' }, /^OIDC_ROLES must be values and roles/],
  [{ ...BASE, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '=ADMIN' }, /^OIDC_ROLES must be values and roles/],
])('are refused as %j', (settings, problem) => {
  expect(problems(settings)).toEqual([expect.stringMatching(problem)]);
});
