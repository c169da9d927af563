import { expect, it } from 'vitest';
import { AREAS } from '#contracts/areas.ts';
import { placeAt, placeOf, placeOfRoute } from './place.ts';

const [dataApi] = AREAS;
const endpoint = { method: 'GET', path: '/api/v1/thing/:id', access: 'token' } as const;
const asked = (more: object) =>
  placeOf({ place: undefined, routeOptions: {}, url: '/api/nothing?a=b', ...more } as never);

it.each([
  ['/api/v1/nothing', dataApi, true],
  ['/api/nothing', undefined, true],
  ['/api?a=b', undefined, true],
  ['/apiary', undefined, false],
  ['/', undefined, false],
])('an address without a route is known by its area: %s', (path, area, isApi) =>
  expect(placeAt(path)).toMatchObject({ path, area, isApi }),
);

it('a route is known by its descriptor', () => {
  const tell = () => ({ type: 'text/plain', body: '' });
  expect(placeOfRoute({ endpoint })).toMatchObject({ path: endpoint.path, area: dataApi, isApi: true });
  expect(placeOfRoute({ endpoint, tell }).tell).toBe(tell);
});

it('a request is where its route began, else where its route is, else at its address', () => {
  const [begun, found] = [placeAt('/begun'), placeAt('/found')];
  expect(asked({ place: begun, routeOptions: { config: { place: found } } })).toBe(begun);
  expect(asked({ routeOptions: { config: { place: found } } })).toBe(found);
  expect(asked({})).toEqual({ path: '/api/nothing?a=b', area: undefined, isApi: true });
});
