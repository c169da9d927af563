import { expect, it } from 'vitest';
import { areaOf } from './areas.ts';
import { FACADES } from './facades.ts';
import { ENDPOINTS } from './index.ts';

it.each(
  [...ENDPOINTS, ...FACADES.flatMap(({ endpoints }) => endpoints)].map(
    (endpoint) => [endpoint.name, endpoint] as const,
  ),
)('%s lies in an area whose callers may call it', (_name, { path, access }) => {
  const area = areaOf(path);
  // Single calls may ask for less (health) or, where nobody has to be known, for more (signing out).
  expect(['public', area?.access === 'public' ? access : area?.access]).toContain(access);
});

it.each([
  ['/api/v1/movie/tt1', 'token', false],
  ['/api/auth/signin', 'public', true],
  ['/api/user/nothing', 'session', true],
  ['/api/admin/users?page=1', 'admin', true],
  ['/api/public/x', 'public', false],
  ['/omdb/', 'token', false],
  ['/omdb?i=tt1', 'token', false],
  ['/omdb', 'token', false],
])('%s is for callers of kind %s', (path, access, forPages) =>
  expect(areaOf(path)).toMatchObject({ access, ...(forPages && { forPages }) }),
);

it.each(['/api/users', '/api/v1', '/elsewhere/api/auth/signin', '/', '/omdbx', '/omdbx/', '/x?y=/omdb/'])(
  '%s lies in none',
  (path) => expect(areaOf(path)).toBeUndefined(),
);
